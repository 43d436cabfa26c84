import { command, UsageError } from "@countersign/core/cli"
import { applicationsContract } from "@countersign/core/contract"

export const appCreate = command({
  name: "app create",
  summary: "Create an application and print its API key once.",
  options: { name: { type: "string", required: true }, rules: { type: "string", required: true, value: "RULE,RULE" } },
  async run({ options, print, withPlatform }) {
    return withPlatform(async ({ caller, change }) => {
      const rules = options.rules
        .split(",")
        .map((rule) => rule.trim())
        .filter(Boolean)
      const unknown = rules.find((rule) => !caller.runtime.registry.rules.has(rule))
      if (unknown)
        throw new UsageError(
          `There is no permission "${unknown}". The Roles page lists them all, such as catalog.system.read.`,
        )
      const { key } = await change(applicationsContract.createApplication, {
        name: options.name,
        description: "",
        roles: [],
        rules,
      })
      print(`The key of "${options.name}", shown this once: ${key}`)
      return 0
    })
  },
})
