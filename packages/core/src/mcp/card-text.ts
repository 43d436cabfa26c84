import type { CardValue, DiffRow, ProposalView } from "../contract/proposal.ts"
import { spellHidden } from "../contract/text/hidden-characters.ts"
import { quoteName } from "../contract/text/quote-name.ts"
import type { Database } from "../db/database.ts"
import type { StoredProposal } from "../proposals/proposal-store.ts"
import { namesOfPeople, wordsThatWait } from "../proposals/why-it-waits.ts"

export interface CardText {
  text: string
  /** Whether all of it is there. What does not fit is signed on the page, where it can be unfolded. */
  whole: boolean
}

type CardRow = Pick<StoredProposal, "summary" | "tool" | "taint"> & { card: Partial<Card> | null }

/** More than that no client shows without a scroll bar. */
const LONGEST_CARD = 4_000

/** The card in words, for a client that asks its person: all that the page would show. */
export async function cardText(database: Pick<Database, "pool">, row: CardRow): Promise<CardText> {
  const { diff = [], things = [], consequences = [], reasons = [] } = row.card ?? {}
  const taint = row.taint ?? []
  const twins = things.filter(({ lookalike }) => lookalike)
  const sentences = [
    ...twins.map(({ id, name }) => `${quoteName(name)} (…${id.slice(-8)}) has a name that looks like another's.`),
    ...consequences,
    ...wordsThatWait(taint, await namesOfPeople(database, taint)),
    ...reasons,
  ]
  const lines = [onOneLine(row.summary ?? row.tool), ...diff.map(rowText), ...sentences.map(onOneLine)]
  const text = lines.map((line) => spellHidden(line)).join("\n")
  if (text.length <= LONGEST_CARD) return { text, whole: true }
  const left = (text.length - LONGEST_CARD).toLocaleString("en")
  return { text: `${text.slice(0, LONGEST_CARD)}…\n(${left} more characters stand on the page.)`, whole: false }
}

type Card = Pick<ProposalView, "diff" | "things" | "consequences" | "reasons">

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ")
}

function rowText({ label, before, after, yaml }: DiffRow): string {
  const name = onOneLine(label)
  if (!Array.isArray(before) && !Array.isArray(after)) {
    const [was, becomes] = [inWords(before), inWords(after)]
    return was === becomes ? `${name}: ${was}, as it is` : `${name}: ${was} → ${becomes}`
  }
  const entries = (sign: string, value: CardValue) =>
    value === null ? [] : [value].flat().map((one) => `  ${sign} ${yaml ? indented(String(one)) : inWords(one)}`)
  const shown = [...entries("−", before), ...entries("+", after)]
  return [`${name}:`, ...(shown.length > 0 ? shown : ["  no entries"])].join("\n")
}

/** Texts are quoted, so that none passes for our own words, for two of them or for another row. */
function inWords(value: CardValue): string {
  if (value === null) return "nothing"
  if (typeof value === "string") return indented(`"${value.replaceAll(/["\\]/g, "\\$&")}"`)
  if (Array.isArray(value)) return value.map(inWords).join(", ")
  return "instant" in value ? inUtc(value.instant) : ""
}

/** A line of a text must not be taken for a row of the card. */
function indented(text: string): string {
  return text.replaceAll(/\r?\n|[\r\v\f\u0085\u2028\u2029]/g, "\n      ")
}

/** `2026-05-04 10:00:00 UTC`: nobody knows in which zone the client's person is. */
function inUtc(instant: string): string {
  const moment = new Date(instant)
  if (Number.isNaN(moment.getTime())) return inWords(instant)
  return moment
    .toISOString()
    .replace("T", " ")
    .replace(/(?:\.000)?Z$/, " UTC")
}
