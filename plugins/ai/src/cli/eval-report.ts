import type { Replay, ReplayableConversation, ReplayedStep } from "@countersign/core/assistant"

type Verdict = ReplayedStep["verdict"]

const VERDICTS: Record<Verdict, string> = {
  same: "same",
  arguments: "changed arguments",
  tools: "changed tools",
  missing: "missing call",
  added: "added call",
  failed: "not asked",
}

export interface Report {
  connection: string
  model: string
  totals: Record<Verdict, number> & { notReached: number; tokens: number; costUsd: number | null }
  conversations: (ReplayableConversation & Replay)[]
}

export function toReport(
  asked: { connection: string; model: string },
  replayed: readonly { conversation: ReplayableConversation; replay: Replay }[],
): Report {
  const totals: Report["totals"] = {
    same: 0,
    arguments: 0,
    tools: 0,
    missing: 0,
    added: 0,
    failed: 0,
    notReached: 0,
    tokens: 0,
    costUsd: null,
  }
  for (const { replay } of replayed) {
    for (const { verdict } of replay.steps) totals[verdict]++
    totals.notReached += replay.notReached
    totals.tokens += replay.tokens
    if (replay.costUsd !== null) totals.costUsd = (totals.costUsd ?? 0) + replay.costUsd
  }
  return {
    ...asked,
    totals,
    conversations: replayed.map(({ conversation, replay }) => ({ ...conversation, ...replay })),
  }
}

const INDENT = " ".repeat(45)

/** A table of conversations, what differs below each, and the sum. */
export function reportLines({ connection, model, totals, conversations }: Report): string[] {
  const lines = [`Decided again by ${model} (${connection}). Nothing was executed.`, ""]
  lines.push(row("same", "changed", "missing", "added", "not asked", "conversation"))
  for (const { id, title, steps, problem } of conversations) {
    const count = (...verdicts: Verdict[]) => String(steps.filter(({ verdict }) => verdicts.includes(verdict)).length)
    lines.push(
      row(
        count("same"),
        count("arguments", "tools"),
        count("missing"),
        count("added"),
        count("failed"),
        `${title ?? "Untitled"}  ${id}`,
      ),
    )
    if (problem) lines.push(`${INDENT}${problem}`)
    for (const step of steps) if (step.verdict !== "same") lines.push(...differenceLines(step))
  }
  const { costUsd, tokens, notReached } = totals
  const changed = totals.arguments + totals.tools
  lines.push("", row(totals.same, changed, totals.missing, totals.added, totals.failed, "in all"))
  if (notReached > 0) lines.push(`${notReached} further decisions stand behind a changed one and were not asked for.`)
  lines.push(`It took ${tokens} tokens${costUsd === null ? "" : `, ${costUsd.toFixed(4)} USD`}.`)
  return lines
}

function row(...[same, changed, missing, added, failed, name]: (string | number)[]): string {
  return `${cell(same, 6)}${cell(changed, 9)}${cell(missing, 9)}${cell(added, 7)}${cell(failed, 11)}   ${name}`
}

function cell(value: string | number | undefined, width: number): string {
  return String(value).padStart(width)
}

function differenceLines({ step, verdict, stored, now, problem }: ReplayedStep): string[] {
  const calls = (all: ReplayedStep["stored"]) =>
    all.length === 0 ? "answered" : all.map((call) => `${call.name}(${shorten(call.arguments)})`).join(", ")
  if (problem) return [`${INDENT}step ${step}: ${VERDICTS[verdict]}. ${problem}`]
  return [
    `${INDENT}step ${step}: ${VERDICTS[verdict]}`,
    `${INDENT}  then ${calls(stored)}`,
    `${INDENT}  now  ${calls(now)}`,
  ]
}

function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}
