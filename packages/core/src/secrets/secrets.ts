import { createKeyring, type Keyring } from "./keyring.ts"
import { createMask, type Mask } from "./mask/mask.ts"
import { open, seal } from "./seal.ts"
import type { SealedPlace } from "./sealed-place.ts"

/** Values that are sealed at rest, referenced by name and never shown again. */
export interface Secrets {
  /** AES-256-GCM under the current key, bound to its place; the result names the key, so keys can be rotated. */
  seal(plain: string, place: SealedPlace): string
  open(sealed: string, place: SealedPlace): string
  /** Replaces credential-shaped text and every stored secret. For logs, audit rows and traces, never for an answer. */
  mask(text: string): string
  /** The same for an answer: what the one who asked has sent is not told apart by whether it is a secret. */
  readonly maskFor: Mask["answering"]
  /** For words that people and models write as they like: of the stored secrets those alone that nobody can guess. */
  readonly words: Mask["words"]
  /** How often this process has sealed something: whoever commits after it rose tells the other servers. */
  readonly sealed: number
  /** Has this value masked from now on. */
  remember(plain: string): void
  /** For sealing the audit log and for rotation. */
  readonly keyring: Keyring
}

/** `previousSecrets` still open what they sealed; `rotateKey` makes them superfluous. */
export function createSecrets(options: {
  secret: string
  previousSecrets?: readonly string[]
  /** More are known than there is room for: the oldest are no longer masked. */
  onForget?(count: number): void
}): Secrets {
  const keyring = createKeyring(options)
  const { mask, answering, words, remember } = createMask(options)
  let sealed = 0
  for (const secret of [options.secret, ...(options.previousSecrets ?? [])]) remember(secret)
  return {
    keyring,
    mask,
    maskFor: answering,
    words,
    remember,
    get sealed() {
      return sealed
    },
    seal(plain, place) {
      sealed++
      remember(plain)
      return seal(keyring, plain, place)
    },
    open(stored, place) {
      const plain = open(keyring, stored, place)
      remember(plain)
      return plain
    },
  }
}
