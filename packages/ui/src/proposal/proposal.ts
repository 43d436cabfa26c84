import type { DiffInstant, DiffRow } from "../tables/DiffTable.tsx"

export type ProposalStatus =
  | "proposed"
  | "applying"
  | "applied"
  | "failed"
  | "unknown"
  | "declined"
  | "expired"
  | "superseded"

export type ProposalParty = { kind: "user" | "application"; id: string; name: string }
export type ProposalThing = {
  type: string
  id: string
  name: string
  /** Its name looks like another's of its kind. */
  lookalike?: boolean | undefined
}
type ProposalValue = string | readonly string[] | DiffInstant | null
export type ProposalDiffRow = {
  path: string
  label: string
  before: ProposalValue
  after: ProposalValue
  /** Its entries are YAML, exactly as it is stored. */
  yaml?: boolean | undefined
}

/** A proposal as the server describes it: plain data. */
export type Proposal = {
  id: string
  toolName: string
  effect: "read" | "mutate" | "destructive"
  transport: "http" | "chat" | "mcp" | "editor" | "automation"
  status: ProposalStatus
  summary: string
  diff: readonly ProposalDiffRow[]
  things: readonly ProposalThing[]
  /** Of one that was applied: the thing that was made or changed; null where none is left. */
  about?: ProposalThing | null
  consequences: readonly string[]
  askedBy: ProposalParty
  askedFor: { id: string; name: string } | null
  askedAt: string
  expiresAt: string
  reasons: readonly string[]
  taint: readonly { toolName: string; toolCallId: string; at: string }[]
  destination: string | null
  twoPerson: boolean
  signedBy: ProposalParty | null
  /** Nobody signed it: it was applied by itself. */
  unsigned?: boolean
  decidedAt: string | null
  decisionNote: string | null
  problem: string | null
  replaces: string | null
  replacedBy: string | null
  /** Somebody changed what was asked for before it was signed. */
  edited?: boolean
  /** The summary of the change that it takes back. */
  undoes?: string | null
  maySign: boolean
  whyNot: string | null
}

export const PROPOSAL_STATUS_WORDS: Record<ProposalStatus, string> = {
  proposed: "Waiting",
  applying: "Applying",
  applied: "Applied",
  failed: "Failed",
  unknown: "Not known",
  declined: "Declined",
  expired: "Expired",
  superseded: "Replaced",
}

/** What somebody did and through which door, around "for Ben": Ana Ruiz *asks* for Ben *in chat*. */
export function askedWords({
  askedBy,
  transport,
  edited,
  undoes,
}: Pick<Proposal, "askedBy" | "transport" | "edited" | "undoes">): { verb: string; how: string } {
  // People have no keys: what they do over HTTP they do in a browser, by a button.
  if (askedBy.kind !== "user" || transport !== "http") return { verb: "asks", how: TRANSPORT_WORDS[transport] }
  if (undoes) return { verb: "asks", how: `to undo “${undoes}”` }
  return edited ? { verb: "edited", how: "an earlier proposal" } : { verb: "asks", how: "on a page" }
}

const TRANSPORT_WORDS: Record<Proposal["transport"], string> = {
  http: "over the API",
  chat: "in chat",
  mcp: "over MCP",
  editor: "in the editor",
  automation: "through an automation",
}

/** A change that was applied by itself was not signed, and of what an app confirmed we did not see a person sign it. */
export function appliedWords({ unsigned, signedBy }: Pick<Proposal, "unsigned" | "signedBy">): string {
  if (unsigned) return "Applied by itself"
  if (signedBy?.kind === "application") return `Applied, confirmed in the app ${signedBy.name}`
  return signedBy ? `Applied, signed by ${signedBy.name}` : "Applied"
}

/** Why nobody had to sign it. */
export function byItselfWords({ transport }: Pick<Proposal, "transport">): string {
  return transport === "automation" ? "as its automation may" : "in a conversation where its owner chose so"
}

/** A record that is made has no "before" worth a column, one that is deleted no "after". */
export function sidesOf(rows: readonly ProposalDiffRow[]): "both" | "before" | "after" {
  if (rows.every((row) => row.before === null)) return "after"
  if (rows.every((row) => row.after === null)) return "before"
  return "both"
}

/** How a proposal differs from the one it took the place of: what is there now, and what is asked for. */
export function movedRows(earlier: readonly ProposalDiffRow[], now: readonly ProposalDiffRow[]): DiffRow[] {
  const paths = [...new Set([...now, ...earlier].map((row) => row.path))]
  return paths.flatMap((path) => {
    const old = earlier.find((row) => row.path === path)
    const fresh = now.find((row) => row.path === path)
    const label = fresh?.label ?? old?.label ?? path
    const rows: DiffRow[] = []
    // A field the other proposal does not touch says nothing about what is stored there.
    if (old && fresh && !isSame(old.before, fresh.before))
      rows.push({ id: `${path} stored`, label: `${label}, stored`, before: old.before, after: fresh.before })
    if (!isSame(old?.after, fresh?.after))
      rows.push({ id: `${path} asked`, label: `${label}, asked for`, before: old?.after, after: fresh?.after })
    return rows
  })
}

function isSame(a: ProposalValue | undefined, b: ProposalValue | undefined): boolean {
  const [one, other] = [momentOf(a), momentOf(b)]
  if (one !== null && other !== null) return one === other
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}

function momentOf(value: ProposalValue | undefined): number | null {
  return value && typeof value === "object" && "instant" in value ? Date.parse(value.instant) : null
}
