import { mayEnter } from "../access/authorize.ts"
import type { Ctx } from "../access/ctx.ts"
import type { RegisteredTool } from "../access/points/tool.ts"
import type { ProposalView, TaintSource } from "../contract/proposal.ts"
import { holds } from "../identity/principal/principal.ts"
import { aboutOf } from "./applied-thing.ts"
import { noSuchProposal } from "./apply.ts"
import { whyNotSign } from "./may-sign.ts"
import { findProposal, type Sequel, type StoredProposal, sequelOf } from "./proposal-store.ts"
import { whyStale } from "./still-stands.ts"
import { namesOfPeople, wordsThatWait } from "./why-it-waits.ts"

/** Holders see every proposal, as far as they may see the things it is about. */
export const READ_ALL = "ai.proposal.read"

export type SeenProposal = ProposalView & Sequel

export async function describeProposal(ctx: Ctx, proposalId: string): Promise<SeenProposal> {
  const row = await findProposal(ctx.runtime.database, proposalId)
  if (!row) throw noSuchProposal(proposalId)
  const [view] = await viewProposals(ctx, [row])
  if (!view) throw noSuchProposal(proposalId)
  return view
}

/** Why it can no longer be signed as it stands, for whoever may see it; null while it can. */
export async function describeStanding(ctx: Ctx, proposalId: string): Promise<string | null> {
  await describeProposal(ctx, proposalId)
  const row = await findProposal(ctx.runtime.database, proposalId)
  return row?.signable ? whyStale(ctx, row) : null
}

/** As cards, without those the caller may not see: a card must not name what its reader could not look up. */
export async function viewProposals(ctx: Ctx, rows: readonly StoredProposal[]): Promise<SeenProposal[]> {
  const hidden = await hiddenThings(ctx, rows)
  const seen = rows.filter(
    (row) => isAskers(ctx, row) || (mayKnow(ctx, row) && !thingsOf(row).some(({ key }) => hidden.has(key))),
  )
  const names = await namesOfPeople(
    ctx.runtime.database,
    seen.flatMap(({ taint }) => taint ?? []),
  )
  return seen.map((row) => toView(ctx, row, names))
}

function toView(ctx: Ctx, row: StoredProposal, names: ReadonlyMap<string, string>): SeenProposal {
  const { runtime, principal } = ctx
  // What the sweep has not come to yet is told as it is.
  const status = row.status === "proposed" && !row.signable ? "expired" : (row.status as ProposalView["status"])
  const { firstOnColleague = false, diff, things, consequences, reasons } = row.card ?? NO_CARD
  const taint = row.taint ?? []
  const whyNot = whyNotSign(principal, { ...row, status }, runtime.tools.find(row.tool))
  const party = (kind: "user" | "application" | null, id: string | null, name: string | null) =>
    kind && id ? { kind, id, name: name ?? "" } : null
  return {
    id: row.id,
    toolName: row.tool,
    effect: row.effect,
    transport: row.transport,
    status,
    summary: row.summary ?? row.tool,
    ...{ diff, things, consequences },
    about: aboutOf(row),
    reasons: [...wordsThatWait(taint, names), ...reasons],
    onlyColleague: row.waits_on_colleague ? { people: namesIn(taint, names), first: firstOnColleague } : null,
    ...sequelOf(row),
    askedBy: party(row.principal_kind, row.principal_id, row.principal_name)!,
    askedFor: row.grant_id && row.person_id ? { id: row.person_id, name: row.person_name ?? "" } : null,
    askedAt: row.at.toISOString(),
    follows: followedBy(row, runtime.tools.find(row.tool)),
    expiresAt: row.expires_at!.toISOString(),
    taint,
    destination: row.destination,
    twoPerson: row.two_person,
    signedBy: party(row.signer_kind, row.signer_id, row.signer_name),
    unsigned: row.unsigned,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionNote: row.decision_note,
    problem: row.problem,
    undo: status === "applied" && isAskers(ctx, row) ? row.undo : null,
    replaces: row.replaces,
    replacedBy: row.replaced_by,
    maySign: whyNot === null,
    whyNot,
  }
}

const NO_CARD: NonNullable<StoredProposal["card"]> = { diff: [], things: [], consequences: [], reasons: [] }

/** What its card names, and what its tool is about, which a card may have no name for: a note. */
function followedBy(row: StoredProposal, tool: RegisteredTool | undefined): string[] {
  const rules = [tool?.procedure.access ?? []].flat().filter((rule) => typeof rule === "object")
  return [...new Set([...thingsOf(row).map(({ type }) => type), ...rules.map(({ resource }) => resource)])]
}

function namesIn(taint: readonly TaintSource[], names: ReadonlyMap<string, string>): string[] {
  const ids = taint.flatMap(({ people = [] }) => people)
  return [...new Set(ids.flatMap((id) => names.get(id) ?? []))]
}

export function isAskers({ principal }: Ctx, row: StoredProposal): boolean {
  if (principal.kind === "user") return row.person_id === principal.id
  return row.principal_kind === principal.kind && row.principal_id === principal.id
}

function mayKnow({ runtime, principal }: Ctx, row: StoredProposal): boolean {
  if (holds(principal, READ_ALL)) return true
  const tool = runtime.tools.find(row.tool)
  const opensToOthers = row.two_person || row.person_id === null
  return opensToOthers && tool !== undefined && mayEnter(principal, tool.procedure)
}

function thingsOf(row: StoredProposal): { type: string; id: string; key: string }[] {
  const about = aboutOf(row)
  const things = [...((row.card?.things ?? []) as { type: string; id: string }[]), ...(about ? [about] : [])]
  return things.map(({ type, id }) => ({ type, id, key: `${type}:${id}` }))
}

/** Private things among those the cards name that the caller holds no grant on. */
async function hiddenThings(ctx: Ctx, rows: readonly StoredProposal[]): Promise<Set<string>> {
  const others = rows.filter((row) => !isAskers(ctx, row))
  const byType = Map.groupBy(
    others.flatMap((row) => thingsOf(row)),
    ({ type }) => type,
  )
  const hidden = new Set<string>()
  for (const [type, things] of byType) {
    const scoped = [...ctx.runtime.registry.rules.values()].find((rule) => rule.resource === type && rule.teamScoped)
    if (!scoped) continue
    const reading = [...ctx.runtime.registry.rules.values()].filter((rule) => rule.id === `${type}.read`)
    const within = await ctx.reachable(
      things.map(({ id }) => id),
      { resource: type, level: "viewer", rules: reading },
    )
    for (const { id, key } of things) if (!within.has(id)) hidden.add(key)
  }
  return hidden
}
