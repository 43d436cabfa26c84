import type { ProposalView } from "@countersign/core/contract"

interface ReminderMail {
  to: string
  subject: string
  text: string
}

/** Plain text only: a mail that asks for a signature should show where the click leads. */
export function reminderMail(mail: { to: string; proposal: ProposalView; url: string; now: Date }): ReminderMail {
  const { proposal, now } = mail
  const summary = oneLine(proposal.summary)
  const asker = oneLine(proposal.askedBy.name)
  const person = proposal.askedFor ? ` for ${oneLine(proposal.askedFor.name)}` : ""
  const left = inWords(new Date(proposal.expiresAt).getTime() - now.getTime())
  const waited = inWords(now.getTime() - new Date(proposal.askedAt).getTime())
  return {
    to: mail.to,
    // Header lines beyond this are cut or folded by mail programs in ways that hide the end.
    subject: `Waits for a signature: ${summary.length > 120 ? `${summary.slice(0, 119)}…` : summary}`,
    text: [
      `${asker} asks${person}:`,
      "",
      `  ${summary}`,
      "",
      ...(proposal.effect === "destructive" ? ["It cannot be undone.", ""] : []),
      `Nothing has changed yet. It has waited ${waited} and can be signed for another ${left}.`,
      "",
      "See what would change, then apply or decline it:",
      "",
      mail.url,
      "",
      "You get this because you may sign it. To get no such mails, open Signatures and then Reminders.",
    ].join("\n"),
  }
}

/** A summary carries text that others wrote; a line break in the subject would begin another header. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim()
}

function inWords(durationMs: number): string {
  const minutes = Math.max(1, Math.round(durationMs / 60_000))
  if (minutes < 60) return `${minutes} ${minutes === 1 ? "minute" : "minutes"}`
  const hours = Math.floor(minutes / 60)
  return `${hours} ${hours === 1 ? "hour" : "hours"}${minutes % 60 ? ` ${minutes % 60} min` : ""}`
}
