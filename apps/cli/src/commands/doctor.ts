import { command } from "@countersign/core/cli"
import { examine, type Finding } from "../doctor/examine.ts"

const MARKS: Record<Finding["state"], string> = { good: "ok   ", doubtful: "look ", bad: "WRONG" }

export const doctor = command({
  name: "doctor",
  summary: "Say what is wrong with this installation and what to do about it.",
  async run({ variables, print }) {
    const findings = await examine(variables)
    for (const { state, subject, says, remedy } of findings) {
      print(`${MARKS[state]}  ${subject}: ${says}`)
      if (remedy) print(`       ${remedy}`)
    }
    const wrong = findings.filter(({ state }) => state === "bad").length
    print("")
    print(
      wrong === 0
        ? "Nothing is wrong that this command can see."
        : `${wrong} of ${findings.length} checks found something wrong.`,
    )
    return wrong === 0 ? 0 : 1
  },
})
