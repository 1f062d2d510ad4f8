"""Hooks as functions: each gets the event as a dict, and returns a dict, a text, or nothing."""


def how_we_deploy(event):
    """Reminds the model of what it can't know, when somebody speaks of it. `feedback` is AMCP's word for that."""
    if "deploy" in (event.get("prompt") or event.get("user_prompt") or "").lower():
        return {"feedback": "Deployments go by ./deploy, to staging first. Production is for people to decide."}
    return None
