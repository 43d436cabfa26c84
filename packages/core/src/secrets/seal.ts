import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { PlatformError } from "../errors.ts"
import type { Keyring } from "./keyring.ts"

// Random 96-bit nonces stay safe for about four billion values under one key.
const NONCE_BYTES = 12
const TAG_BYTES = 16
const SEALED = /^v1\.([0-9a-f]{12})\.([A-Za-z0-9_-]+)$/

/** `v1.<key id>.<nonce, tag and ciphertext>`. */
export function seal({ current }: Keyring, plain: string): string {
  const head = `v1.${current.id}`
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv("aes-256-gcm", current.sealing, nonce).setAAD(Buffer.from(head))
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()])
  return `${head}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url")}`
}

export function open(keyring: Keyring, sealed: string): string {
  const [, keyId = "", text = ""] = SEALED.exec(sealed) ?? []
  const key = keyring.find(keyId)
  if (!keyId) throw new PlatformError("internal", "A stored secret is damaged: it does not look sealed. Set it again.")
  if (!key)
    throw new PlatformError(
      "internal",
      `A stored secret was sealed under another key (${keyId}). Add the COUNTERSIGN_SECRET that was in use then to COUNTERSIGN_PREVIOUS_SECRETS, or set the secret again.`,
    )
  const bytes = Buffer.from(text, "base64url")
  try {
    const decipher = createDecipheriv("aes-256-gcm", key.sealing, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(`v1.${keyId}`)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8")
  } catch (cause) {
    throw new PlatformError("internal", "A stored secret is damaged: its seal is broken. Set it again.", { cause })
  }
}

export function isSealed(text: string): boolean {
  return SEALED.test(text)
}

export function keyIdOf(sealed: string): string | null {
  return SEALED.exec(sealed)?.[1] ?? null
}
