import { applicationsContract } from "@countersign/core/contract"
import { type Command, UsageError } from "../command.ts"
import { withPlatform } from "../with-database.ts"

export const appCreate: Command = {
  name: "app create",
  usage: "--name NAME --rules RULE,RULE",
  summary: "Create an application and print its API key once.",
  options: { name: { type: "string", required: true }, rules: { type: "string", required: true } },
  async run({ options, variables, print }) {
    return withPlatform(variables, async ({ platform, change }) => {
      const rules = (options.rules as string)
        .split(",")
        .map((rule) => rule.trim())
        .filter(Boolean)
      const unknown = rules.find((rule) => !platform.registry.rules.has(rule))
      if (unknown)
        throw new UsageError(
          `There is no permission "${unknown}". The Roles page lists them all, such as catalog.system.read.`,
        )
      const { key } = await change(applicationsContract.createApplication, {
        name: options.name as string,
        description: "",
        roles: [],
        rules,
      })
      print(`The key of "${options.name}", shown this once: ${key}`)
      return 0
    })
  },
}
