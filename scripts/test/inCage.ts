// Runs tests of shell texts in a cage.
import * as Cage from "../../fuzz/shell/Cage.ts"

/** Runs a test in a cage, which checks itself before and after. Without a cage the test is skipped with the reason. */
export const inCage =
  (test: (cage: Cage.Cage) => Promise<void>) =>
  async ({ skip }: { readonly skip: (reason: string) => void }): Promise<void> => {
    const cage = await Cage.make()
    if (cage._tag === "NoCage") {
      skip(`there is no cage to run texts in: ${cage.reason}`)
      return
    }
    try {
      await test(cage)
    } finally {
      await cage.close()
    }
  }
