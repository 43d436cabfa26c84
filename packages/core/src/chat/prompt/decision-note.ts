import { quoteData } from "./quote-data.ts"

export interface Decision {
  toolName: string
  summary: string
  status: "applied" | "failed" | "declined" | "unknown" | "expired" | "superseded"
  /** Who signed or declined it. */
  signer: string | null
  /** What they wrote. */
  reason: string | null
  /** Why it failed, or what is not known about it. */
  problem: string | null
  changedFields?: readonly string[]
}

/**
 * Tells the model what became of its proposals: for one turn only, and from stored facts alone. Words that people or
 * the model wrote are quoted, so that a reason for declining can give no orders.
 */
export function buildDecisionNote(decisions: readonly Decision[], nonce: string): string {
  const facts = decisions.map((decision, at) => `${at + 1}. ${factOf(decision)}`)
  const notes = decisions.flatMap((decision, at) => quotesOf(decision, at + 1))
  return [
    decisions.length === 1 ? "A proposal of yours was decided:" : "Proposals of yours were decided:",
    facts.join("\n"),
    quoteData(notes, nonce),
    "Tell the operator in a sentence or two what happened and what did not, and go on with what is left of their request, if anything is. Do not propose a declined change again unless they ask for it.",
  ]
    .filter(Boolean)
    .join("\n\n")
}

function factOf({ toolName, status, signer, changedFields = [] }: Decision): string {
  const by = signer ? ` by ${JSON.stringify(signer.replaceAll(/\s+/g, " ").slice(0, 100))}` : ""
  const fields = changedFields.filter((field) => /^[\w.[\]-]{1,80}$/.test(field)).slice(0, 30)
  const changed = fields.length > 0 ? ` It changed: ${fields.join(", ")}.` : ""
  switch (status) {
    case "applied":
      return `${toolName} was signed${by} and APPLIED. The change is in effect.${changed}`
    case "failed":
      return `${toolName} was signed${by}, but FAILED. Nothing was changed.`
    case "declined":
      return `${toolName} was DECLINED${by}. Nothing was changed.`
    case "unknown":
      return `${toolName} was signed${by}, and its outcome is UNKNOWN: it may or may not have taken effect. Read the current state before you say anything about it, and do not repeat it.`
    case "expired":
      return `${toolName} EXPIRED before anybody signed it. Nothing was changed.`
    case "superseded":
      return `${toolName} was REPLACED by a newer proposal. Nothing was changed by this one.`
  }
}

const LONGEST_QUOTE = 2_000

function quotesOf({ summary, reason, problem }: Decision, number: number): { title: string; text: string }[] {
  const texts = { Summary: summary, Reason: reason, Problem: problem }
  return Object.entries(texts).flatMap(([what, text]) =>
    text?.trim() ? [{ title: `${what} of ${number}`, text: text.trim().slice(0, LONGEST_QUOTE) }] : [],
  )
}
