import { z } from "zod"
import type { Access, Scope } from "../access.ts"
import { Instant } from "../paging.ts"
import { Named } from "../platform/people.ts"
import { procedure } from "../procedure.ts"

/** From worst to least, in the words of status marks. */
export const ISSUE_TONES = ["unhealthy", "degraded", "maintenance", "unknown"] as const

const ThingNamed = z.object({ type: z.string(), id: z.string(), name: z.string() })

/** One thing that is wrong now. */
export const Issue = z.object({
  thing: ThingNamed,
  tone: z.enum(ISSUE_TONES),
  since: Instant,
  /** What is wrong with it. It stands beside the thing's name and does not repeat it. */
  sentence: z.string().max(2_000),
  /** The page that tells more. */
  href: z.string().max(2_000).optional(),
  acknowledgedBy: Named.optional(),
  /** Things that are as they are because of this one: a list that has both tells only this, unless theirs is worse. */
  explains: z.array(z.object({ type: z.string(), id: z.string() })).optional(),
  /** Other things whose words the sentence repeats, so that a model's reader knows whose they are. */
  quotes: z.array(ThingNamed.partial({ name: true })).optional(),
})
export type Issue = z.infer<typeof Issue>

/** What a plugin answers with when it is asked what is wrong now: the worst first, no more than `limit`. */
export function issuesProcedure(draft: { summary: string; access: Access; scope?: Scope }) {
  return procedure({
    ...draft,
    effect: "read",
    input: z.object({ limit: z.int().min(1).max(201).default(50) }),
    output: z.object({ items: z.array(Issue) }),
  })
}
export type IssuesProcedure = ReturnType<typeof issuesProcedure>

/** A plugin that knows of something wrong, by a name for people: `Open incidents`. */
export const IssueSource = z.object({ id: z.string(), name: z.string() })

/** What is wrong now, from every plugin that was asked as the caller. */
export const IssueList = z.object({
  /** The worst first; of equals, what began last. */
  items: z.array(Issue.extend({ source: z.string() })),
  /** There are more than were asked for. */
  more: z.boolean(),
  checked: z.array(IssueSource),
  /** Those the caller may not see. */
  hidden: z.array(IssueSource),
  /** Those that could not be read: what is wrong there is not known. */
  failed: z.array(IssueSource),
})
export type IssueList = z.infer<typeof IssueList>
