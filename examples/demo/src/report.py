"""The report that the agent of the demo works on."""


def total(rows):
    return sum(row["amount"] for row in rows)
