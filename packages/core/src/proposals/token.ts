import { createHash, randomBytes, timingSafeEqual } from "node:crypto"
import { InvalidInputError } from "../errors.ts"

const TOKEN = /^propose:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-f]{64})$/

/** What the one who asked applies a proposal with: `propose:<row>.<nonce>`. Only the nonce's hash is stored. */
export function newNonce(): { nonce: string; hash: string } {
  const nonce = randomBytes(32).toString("hex")
  return { nonce, hash: hashOf(nonce) }
}

export function formatToken(id: string, nonce: string): string {
  return `propose:${id}.${nonce}`
}

export function parseToken(token: string): { id: string; nonce: string } {
  const [, id, nonce] = TOKEN.exec(token) ?? []
  if (!id || !nonce) throw invalidToken()
  return { id, nonce }
}

export function nonceMatches(nonce: string, storedHash: string | null): boolean {
  const given = Buffer.from(hashOf(nonce), "hex")
  // Compared even where nothing is stored, so that time tells nothing about the row.
  const stored = storedHash ? Buffer.from(storedHash, "hex") : Buffer.alloc(given.length)
  return timingSafeEqual(given, stored) && storedHash !== null
}

/** One answer for forged, truncated and foreign-looking tokens: it must not say which rows exist. */
export function invalidToken(): InvalidInputError {
  return new InvalidInputError(
    "This is not a valid proposal token. Propose the change again and use the token of that answer.",
    [{ path: "token", message: "Not a valid proposal token." }],
  )
}

function hashOf(nonce: string): string {
  return createHash("sha256").update(nonce).digest("hex")
}
