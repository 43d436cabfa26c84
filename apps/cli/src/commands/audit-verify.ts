import { command } from "@countersign/core/cli"
import { verifyAudit } from "@countersign/core/host"

export const auditVerify = command({
  name: "audit verify",
  summary: "Say whether the audit log is whole, or name the first row that is not.",
  async run({ print, withPlatform }) {
    return withPlatform(async ({ caller }) => {
      const { database, secrets } = caller.runtime
      const report = await verifyAudit(database, secrets)
      for (const line of report.lines) print(line)
      return report.ok ? 0 : 1
    })
  },
})
