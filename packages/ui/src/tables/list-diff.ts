export type ListPart = { kind: "same" | "added" | "removed"; text: string }

/** Entries taken out and put in, in the order people would read them: what stays keeps its place. */
export function listDiff(before: readonly string[], after: readonly string[]): ListPart[] {
  const left = counted(after)
  const removed = before.filter((entry) => !take(left, entry))
  const stayed = counted(before)
  const kept = after.map((text): ListPart => ({ kind: take(stayed, text) ? "same" : "added", text }))
  return [...removed.map((text): ListPart => ({ kind: "removed", text })), ...kept]
}

function counted(entries: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const entry of entries) counts.set(entry, (counts.get(entry) ?? 0) + 1)
  return counts
}

/** An entry that stands twice has to be there twice. */
function take(counts: Map<string, number>, entry: string): boolean {
  const count = counts.get(entry) ?? 0
  if (count > 0) counts.set(entry, count - 1)
  return count > 0
}
