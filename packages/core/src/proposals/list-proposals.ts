import { type SQL, sql } from "drizzle-orm"
import type { Ctx } from "../access/ctx.ts"
import type { ProposalStatus } from "../contract/proposal.ts"
import { keyset, type Page, type PageRequest } from "../db/keyset.ts"
import { holds } from "../identity/principal/principal.ts"
import { resolveTools } from "../tools/resolve-tools.ts"
import type { StoredProposal } from "./proposal-store.ts"
import { READ_ALL, type SeenProposal, viewProposals } from "./proposal-view.ts"

export type ProposalBox = "mine" | "asked" | "unknown" | "all"

export interface ProposalFilters {
  box: ProposalBox
  status?: readonly ProposalStatus[] | undefined
  toolName?: string | undefined
  /** Those that were applied by themselves, or those that were not. */
  unsigned?: boolean | undefined
}

const AT = { expression: sql`t.at`, type: "timestamptz" } as const
const ID = { expression: sql`t.id`, type: "uuid" } as const

export async function listProposals(ctx: Ctx, request: PageRequest & ProposalFilters): Promise<Page<SeenProposal>> {
  const page = keyset({ ...request, sort: "at" }, { at: AT }, ID)
  const conditions = [
    sql`t.expires_at IS NOT NULL`,
    inBox(ctx, request.box),
    request.status ? sql`t.status = ANY(${sql.param([...request.status])}::text[])` : undefined,
    request.toolName ? sql`t.tool = ${request.toolName}` : undefined,
    request.unsigned === undefined ? undefined : sql`t.unsigned = ${request.unsigned}`,
  ]
  const { rows } = await ctx.tx.execute<StoredProposal & { mark: string } & Record<string, unknown>>(sql`
    SELECT t.*, t.token_expires_at > now() AS token_fresh, t.expires_at > now() AS signable,
      t.status = 'applying' AND t.lease_until < now() AS lapsed, ${page.mark} AS mark
    FROM platform.tool_call t WHERE ${page.where(...conditions)}
    ORDER BY ${sql.join(page.orderBy, sql`, `)} LIMIT ${page.limit}`)
  const found = page.toPage(
    rows,
    (row) => row.id,
    (row) => dated(row),
  )
  return { ...found, items: await viewProposals(ctx, found.items) }
}

/** For the badge. Bounded: beyond that nobody counts. */
export async function countProposals(ctx: Ctx): Promise<{ waiting: number; unknown: number }> {
  const all = { sort: "askedAt", direction: "desc", limit: 200 } as const
  const [waiting, unknown] = [
    await listProposals(ctx, { ...all, box: "mine" }),
    await listProposals(ctx, { ...all, box: "unknown" }),
  ]
  return { waiting: waiting.items.length, unknown: unknown.items.length }
}

/** The same judgement as `whyNotSign`, as a condition. */
function inBox({ principal, runtime }: Ctx, box: ProposalBox): SQL {
  const me = principal.kind === "user" ? principal.id : null
  const byMe =
    me === null
      ? sql`(t.principal_kind = ${principal.kind} AND t.principal_id = ${principal.id})`
      : sql`t.person_id = ${me}::uuid`
  const usable = sql.param(resolveTools(runtime.tools, principal).map((tool) => tool.name))
  const openToMe = sql`((t.two_person OR t.person_id IS NULL) AND t.person_id IS DISTINCT FROM ${me}::uuid
    AND t.tool = ANY(${usable}::text[]))`
  switch (box) {
    case "mine":
      return me === null
        ? sql`false`
        : sql`(t.status = 'proposed' AND t.expires_at > now() AND ((NOT t.two_person AND ${byMe}) OR ${openToMe}))`
    case "asked":
      return byMe
    case "unknown":
      return sql`(t.status = 'unknown' AND ${holds(principal, "ai.proposal.reconcile") ? sql`true` : byMe})`
    case "all":
      return holds(principal, READ_ALL) ? sql`true` : sql`(${byMe} OR ${openToMe})`
  }
}

/** Drizzle's raw results leave instants as text. */
function dated<Row extends object>(row: Row): Row {
  const instants = ["at", "token_expires_at", "expires_at", "lease_until", "decided_at"]
  const made = Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      instants.includes(key) && typeof value === "string" ? new Date(value) : value,
    ]),
  )
  return made as Row
}
