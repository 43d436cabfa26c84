import { createKeyring, type Keyring } from "./keyring.ts"
import { createMask, type Mask } from "./mask.ts"
import { open, seal } from "./seal.ts"
import type { SealedPlace } from "./sealed-place.ts"

/** Values that are sealed at rest, referenced by name and never shown again. */
export interface Secrets {
  /** AES-256-GCM under the current key, bound to its place; the result names the key, so keys can be rotated. */
  seal(plain: string, place: SealedPlace): string
  open(sealed: string, place: SealedPlace): string
  /** Replaces credential-shaped text and every secret this process has opened or sealed. For logs, errors, audit rows. */
  mask(text: string): string
  /** The same for a text that comes in pieces. */
  readonly maskStream: Mask["stream"]
  /** Has this value masked from now on. */
  remember(plain: string): void
  /** For sealing the audit log and for rotation. */
  readonly keyring: Keyring
}

/** `previousSecrets` still open what they sealed; `rotateKey` makes them superfluous. */
export function createSecrets(options: { secret: string; previousSecrets?: readonly string[] }): Secrets {
  const keyring = createKeyring(options)
  const { mask, remember, stream } = createMask()
  for (const secret of [options.secret, ...(options.previousSecrets ?? [])]) remember(secret)
  return {
    keyring,
    mask,
    maskStream: stream,
    remember,
    seal(plain, place) {
      remember(plain)
      return seal(keyring, plain, place)
    },
    open(sealed, place) {
      const plain = open(keyring, sealed, place)
      remember(plain)
      return plain
    },
  }
}
