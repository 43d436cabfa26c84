import { IssueList, issuesProcedure, procedure } from "@countersign/core/contract"
import { z } from "zod"
import { systemAccess } from "./access.ts"

export const issueProcedures = {
  /** For everybody: each source shows its callers what they may see, or is told as hidden. */
  issues: procedure({
    summary: "Tell what is wrong right now, in everything that the caller may see, the worst first.",
    effect: "read",
    access: "signedIn",
    input: z.object({ limit: z.int().min(1).max(200).default(50) }),
    output: IssueList,
  }),
  listSystemIssues: issuesProcedure({
    summary: "List the systems that are not healthy as what is wrong now, the worst first.",
    access: systemAccess.read,
    scope: { by: "list" },
  }),
}
