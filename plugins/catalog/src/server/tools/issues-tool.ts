import type { IssueList } from "@countersign/core/contract"
import { defineTool, leanResult, type QuotedThing } from "@countersign/core/server"
import { issues } from "../issues/issues.ts"

export const issuesTool = defineTool({
  name: "issues",
  describe: () => "Looked at what is wrong",
  verb: issues,
  description:
    "Read what is wrong right now in everything the operator may see, the worst first: systems that are not healthy, open " +
    "incidents and whatever else is watched. Call it first when asked what is wrong, broken or going on. `checked` names what " +
    "was looked at; say so when something is in `failed`, because what is wrong there is not known, or in `hidden`, because " +
    "the operator may not see it. With `more` there is more than was asked for: pass a higher `limit`.",
  quotes: ({ result }) => result?.items.flatMap(quotedInIssue) ?? [],
  projectResult: (list) => leanResult(list, { drop: ["quotes", "href"], longest: 500 }),
})

function quotedInIssue({ thing, quotes = [], acknowledgedBy }: IssueList["items"][number]): QuotedThing[] {
  return [thing, ...quotes, ...(acknowledgedBy ? [{ type: "platform.person", ...acknowledgedBy }] : [])]
}
