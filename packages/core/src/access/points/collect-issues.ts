import { ISSUE_TONES, type Issue, type IssueList } from "../../contract/kit/issue.ts"
import { metaOf } from "../../contract/procedure.ts"
import { conditionOf } from "../../db/conditions.ts"
import { ForbiddenError, UnauthenticatedError } from "../../errors.ts"
import { mayEnter } from "../authorize.ts"
import type { Ctx } from "../ctx.ts"

// A statement of one source; and all of them together, so that a page that waits for this is drawn in time.
const STATEMENT_MS = 2_000
const TOGETHER_MS = 6_000

/**
 * Asks every plugin what is wrong now, as the caller. A source that fails or takes too long undoes only its own
 * savepoint: the others are still told, and the answer says which one is missing.
 */
export async function collectIssues(
  ctx: Ctx,
  limit: number,
  { statementMs = STATEMENT_MS, togetherMs = TOGETHER_MS } = {},
): Promise<IssueList> {
  const { transaction, runtime } = ctx.frame
  const found: IssueList = { items: [], more: false, checked: [], hidden: [], failed: [] }
  const started = performance.now()
  const limited = await limitStatements()
  for (const { id, issues } of runtime.plugins) {
    if (!issues) continue
    const source = { id, name: issues.name }
    if (!mayEnter(ctx.principal, metaOf(issues.verb.procedure))) {
      found.hidden.push(source)
      continue
    }
    try {
      if (performance.now() - started > togetherMs) throw new Error("The sources before it took too long.")
      const { items } = await issues.verb(ctx, { limit: limit + 1 })
      found.items.push(...items.map((item) => ({ ...item, source: id })))
      // What is left out below made room for what this source did not tell.
      found.more ||= items.length > limit
      found.checked.push(source)
    } catch (error) {
      // Without a connection nothing is known of any source.
      if (["gone", "silent", "crowded"].includes(conditionOf(error)?.kind ?? "")) throw error
      if (error instanceof ForbiddenError || error instanceof UnauthenticatedError) found.hidden.push(source)
      else {
        found.failed.push(source)
        ctx.log.warn("A source of what is wrong now could not be read.", { source: id, error: String(error) })
      }
    }
  }
  await limited.restore()
  const items = unexplained(found.items).sort(
    (a, b) =>
      rankOf(a) - rankOf(b) || Date.parse(b.since) - Date.parse(a.since) || a.thing.name.localeCompare(b.thing.name),
  )
  return { ...found, items: items.slice(0, limit), more: found.more || items.length > limit }

  async function limitStatements() {
    const set = "SELECT current_setting('statement_timeout') AS before, set_config('statement_timeout', $1, true)"
    const [row] = await transaction.query<{ before: string }>(set, [String(statementMs)])
    return { restore: () => transaction.query(set, [row!.before]) }
  }
}

/** From worst to least. */
const rankOf = ({ tone }: Issue) => ISSUE_TONES.indexOf(tone)

/** Without those that another one, as bad or worse, gives the reason for: a system and the check that says so are one row. */
function unexplained<One extends Issue>(items: One[]): One[] {
  const worst = new Map<string, number>()
  for (const item of items)
    for (const { type, id } of item.explains ?? []) {
      const rank = worst.get(`${type} ${id}`)
      worst.set(`${type} ${id}`, Math.min(rank ?? rankOf(item), rankOf(item)))
    }
  return items.filter((item) => {
    const rank = worst.get(`${item.thing.type} ${item.thing.id}`)
    return rank === undefined || rank > rankOf(item)
  })
}
