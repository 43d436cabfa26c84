import { formatCount } from "@countersign/ui"

/** Things by name in one line; those out of sight are only counted. */
export function namesLine(things: readonly { name: string }[], hidden: number, noun: string): string {
  const names = things.map(({ name }) => name).join(", ")
  if (hidden === 0) return names || "None"
  return names ? `${names} and ${hidden} more` : `${formatCount(hidden, noun)} you cannot see`
}
