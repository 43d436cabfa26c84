import { verifyAudit } from "@countersign/core/host"
import type { Command } from "../command.ts"
import { withPlatform } from "../with-database.ts"

export const auditVerify: Command = {
  name: "audit verify",
  usage: "",
  summary: "Say whether the audit log is whole, or name the first row that is not.",
  async run({ variables, print }) {
    return withPlatform(variables, async ({ database, secrets }) => {
      const report = await verifyAudit(database, secrets)
      for (const line of report.lines) print(line)
      return report.ok ? 0 : 1
    })
  },
}
