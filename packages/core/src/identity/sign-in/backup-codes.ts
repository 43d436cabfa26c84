import { randomInt } from "node:crypto"
import { hashToken } from "../one-time-token.ts"

const COUNT = 10
// Without characters that are easily taken for one another on paper.
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"

/** About 49 bits each: beyond guessing at ten tries in a quarter of an hour, short enough to type. */
export function newBackupCodes(): string[] {
  const letters = (count: number) => Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join("")
  return Array.from({ length: COUNT }, () => `${letters(5)}-${letters(5)}`)
}

export function hashBackupCode(code: string): string {
  return hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ""))
}
