import { command } from "@countersign/core/cli"
import { rotateSecrets } from "@countersign/core/host"
import { plugins } from "@countersign/server/boot"

export const rotateKey = command({
  name: "rotate-key",
  summary:
    "Seal every stored secret anew under the current COUNTERSIGN_SECRET; the former ones stand in COUNTERSIGN_PREVIOUS_SECRETS.",
  async run({ print, withPlatform }) {
    return withPlatform(async ({ caller }) => {
      const { database, secrets } = caller.runtime
      const count = await rotateSecrets(database, secrets, plugins)
      print(
        `Sealed ${count} values under the current key. COUNTERSIGN_PREVIOUS_SECRETS can go once every pod runs with the new secret.`,
      )
      return 0
    })
  },
})
