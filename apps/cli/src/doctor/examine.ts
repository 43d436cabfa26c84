import type { DoctorFinding } from "@countersign/core/contract"
import { examinePoints, platformPlugin, StartError, servesSite } from "@countersign/core/host"
import { type Environment, plugins, readEnvironment } from "@countersign/server/boot"
import { withDatabase } from "../with-database.ts"
import { examineAddress } from "./examine-address.ts"
import { examineDatabase } from "./examine-database.ts"
import { examineFolder } from "./examine-folder.ts"
import { examineSite } from "./examine-site.ts"

export type Finding = DoctorFinding

/** Everything that can be said about an installation from beside it. One part that fails does not hide the others. */
export async function examine(variables: NodeJS.ProcessEnv): Promise<Finding[]> {
  const findings: Finding[] = await examinePoints([platformPlugin, ...plugins])
  let environment: Environment
  try {
    environment = readEnvironment(variables)
    findings.push({ state: "good", subject: "Configuration", says: "every variable has a value it takes." })
  } catch (error) {
    return [
      ...findings,
      {
        state: "bad",
        subject: "Configuration",
        says: (error as Error).message,
        remedy: "Correct the variable and run this again.",
      },
    ]
  }
  findings.push(...(await examineFolder(environment)), ...(await examineAddress(environment)))
  if (servesSite(plugins)) findings.push(examineSite(environment))
  try {
    findings.push(...(await withDatabase(variables, (database) => examineDatabase(database))))
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    findings.push({ state: "bad", subject: "Database", says: error.message })
  }
  return findings
}
