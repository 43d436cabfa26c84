import { spellHidden } from "../contract/hidden-characters.ts"
import type { CardValue, DiffRow, ProposalView } from "../contract/proposal.ts"
import type { Database } from "../db/database.ts"
import type { StoredProposal } from "../proposals/proposal-store.ts"
import { namesOfPeople, wordsThatWait } from "../proposals/why-it-waits.ts"

export interface CardText {
  text: string
  /** Whether all of it is there. What does not fit is signed on the page, where it can be unfolded. */
  whole: boolean
}

type CardRow = Pick<StoredProposal, "summary" | "tool" | "taint" | "card">

/** More than that no client shows without a scroll bar. */
const LONGEST_CARD = 4_000

/** The card in words, for a client that asks its person: all that the page would show. */
export async function cardText(database: Pick<Database, "pool">, row: CardRow): Promise<CardText> {
  const { diff = [], things = [], consequences = [], reasons = [] }: Partial<Card> = row.card ?? {}
  const taint = row.taint ?? []
  const twins = things.filter(({ lookalike }) => lookalike)
  const lines = [
    row.summary ?? row.tool,
    ...diff.map(rowText),
    ...twins.map(({ id, name }) => `“${name}” (…${id.slice(-8)}) has a name that looks like another's.`),
    ...consequences,
    ...wordsThatWait(taint, await namesOfPeople(database, taint)),
    ...reasons,
  ]
  const text = lines.map((line) => spellHidden(line)).join("\n")
  if (text.length <= LONGEST_CARD) return { text, whole: true }
  const left = (text.length - LONGEST_CARD).toLocaleString("en")
  return { text: `${text.slice(0, LONGEST_CARD)}…\n(${left} more characters stand on the page.)`, whole: false }
}

type Card = Pick<ProposalView, "diff" | "things" | "consequences" | "reasons">

function rowText({ label, before, after }: DiffRow): string {
  if (!Array.isArray(before) && !Array.isArray(after)) return `${label}: ${inWords(before)} → ${inWords(after)}`
  const entries = (sign: string, value: CardValue) => [value ?? []].flat().map((one) => `  ${sign} ${inWords(one)}`)
  return [`${label}:`, ...entries("−", before), ...entries("+", after)].join("\n")
}

/** A line of a text must not be taken for a row of the card. */
function inWords(value: CardValue): string {
  if (value === null) return "nothing"
  if (typeof value === "object") return "instant" in value ? value.instant : value.join(", ")
  return value === "" ? "empty" : value.replaceAll("\n", "\n    ")
}
