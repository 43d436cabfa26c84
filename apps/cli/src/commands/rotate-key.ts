import { rotateSecrets } from "@countersign/core/host"
import { plugins } from "@countersign/server/boot"
import type { Command } from "../command.ts"
import { withPlatform } from "../with-database.ts"

export const rotateKey: Command = {
  name: "rotate-key",
  usage: "",
  summary:
    "Seal every stored secret anew under the current COUNTERSIGN_SECRET; the former ones stand in COUNTERSIGN_PREVIOUS_SECRETS.",
  async run({ variables, print }) {
    return withPlatform(variables, async ({ database, secrets }) => {
      const count = await rotateSecrets(database, secrets, plugins)
      print(
        `Sealed ${count} values under the current key. COUNTERSIGN_PREVIOUS_SECRETS can go once every pod runs with the new secret.`,
      )
      return 0
    })
  },
}
