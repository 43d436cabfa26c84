import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from "node:crypto"
import { PlatformError } from "../errors.ts"
import type { Keyring } from "./keyring.ts"
import type { SealedPlace } from "./sealed-place.ts"

// Random 96-bit nonces stay safe for about four billion values under one key.
const NONCE_BYTES = 12
const TAG_BYTES = 16
const SEALED = /^(v[12])\.([0-9a-f]{12})\.([A-Za-z0-9_-]+)$/

/** `v2.<key id>.<nonce, tag and ciphertext>`. */
export function seal({ current }: Keyring, plain: string, place: SealedPlace): string {
  const head = headOf(current.id)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv("aes-256-gcm", current.sealing, nonce).setAAD(boundTo(head, place))
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()])
  return `${head}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url")}`
}

/** Only what was sealed for this very place opens. */
export function open(keyring: Keyring, sealed: string, place: SealedPlace): string {
  const { form, keyId, key, bytes } = read(keyring, sealed)
  if (form !== "v2")
    throw new PlatformError("internal", "A stored secret has a form that is no longer accepted. Set it again.")
  return decipher(key, bytes, boundTo(headOf(keyId), place))
}

/** The form before, which was bound to no place: for `bindOldSeals` and rotation only, as long as the database allows it. */
export function openUnbound(keyring: Keyring, sealed: string): string {
  const { form, keyId, key, bytes } = read(keyring, sealed)
  if (form !== "v1") throw new PlatformError("internal", "A stored secret is bound to its place already.")
  return decipher(key, bytes, Buffer.from(`v1.${keyId}`))
}

/** How every value begins that is sealed in this form and under this key. */
export function headOf(keyId: string): string {
  return `v2.${keyId}`
}

export function isUnbound(sealed: string): boolean {
  return SEALED.exec(sealed)?.[1] === "v1"
}

export function keyIdOf(sealed: string): string | null {
  return SEALED.exec(sealed)?.[2] ?? null
}

function boundTo(head: string, place: SealedPlace): Buffer {
  return Buffer.from(`${head}\n${place}`)
}

function read(keyring: Keyring, sealed: string): { form: string; keyId: string; key: KeyObject; bytes: Buffer } {
  const [, form = "", keyId = "", text = ""] = SEALED.exec(sealed) ?? []
  const key = keyring.find(keyId)
  if (!keyId) throw new PlatformError("internal", "A stored secret is damaged: it does not look sealed. Set it again.")
  if (!key)
    throw new PlatformError(
      "internal",
      `A stored secret was sealed under another key (${keyId}). Add the COUNTERSIGN_SECRET that was in use then to COUNTERSIGN_PREVIOUS_SECRETS, or set the secret again.`,
    )
  return { form, keyId, key: key.sealing, bytes: Buffer.from(text, "base64url") }
}

function decipher(key: KeyObject, bytes: Buffer, bound: Buffer): string {
  try {
    const opening = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    opening.setAAD(bound).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return opening.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") + opening.final("utf8")
  } catch (cause) {
    const message = "A stored secret is damaged, or was sealed for something else: its seal is broken. Set it again."
    throw new PlatformError("internal", message, { cause })
  }
}
