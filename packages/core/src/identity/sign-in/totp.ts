import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"

const STEP_MS = 30_000
const DIGITS = 6
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** 160 bits in base32: what authenticator apps take, and what RFC 4226 asks for. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(20))
}

export function totpUri(secret: string, account: string, issuer = "Countersign"): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=30`
}

export function totpCode(secret: string, at: Date): string {
  return codeOf(secret, Math.floor(at.getTime() / STEP_MS))
}

/**
 * The 30 s step whose code this is, one step of clock drift allowed either way; null for a wrong code. The caller
 * stores the step and refuses it from then on: a code that was read over a shoulder must not open a second session.
 */
export function totpStep(secret: string, code: string, at: Date): number | null {
  const now = Math.floor(at.getTime() / STEP_MS)
  const given = Buffer.from(code)
  const found = [now, now - 1, now + 1].filter((step) => {
    const right = Buffer.from(codeOf(secret, step))
    return right.length === given.length && timingSafeEqual(right, given)
  })
  return found[0] ?? null
}

/** RFC 6238 with SHA-1, which is the only algorithm every authenticator app implements. */
function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac("sha1", fromBase32(secret)).update(counter).digest()
  const offset = digest[digest.length - 1]! & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, "0")
}

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("")
  return (bits.match(/.{5}/g) ?? []).map((group) => ALPHABET[Number.parseInt(group, 2)]).join("")
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("")
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
