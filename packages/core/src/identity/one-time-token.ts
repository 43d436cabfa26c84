import { hash, randomBytes } from "node:crypto"

/** 32 random bytes, safe in a URL: what links, keys and cookies carry. Only its hash is ever stored. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url")
}

/** Fast on purpose: tokens are random, so there is nothing to guess that a slow hash would protect. */
export function hashToken(token: string): string {
  return hash("sha256", token)
}
