import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto"
import { promisify } from "node:util"
import { MIN_PASSWORD_LENGTH } from "../../contract/platform/session.ts"
import { InvalidInputError, UnavailableError } from "../../errors.ts"
import { createFairQueue } from "./fair-queue.ts"
import { neighbourhoodOf } from "./network.ts"

const run = promisify(argon2)

// OWASP's smaller setting: 19 MiB, two passes. One hash takes about 40 ms of one core.
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
// Each hash fills a core and 19 MiB; more at a time would starve everything else on a small machine.
const AT_A_TIME = 2
// Each holds a request open. Nobody waits behind all of them: turns go round by lane.
const MOST_WAITING = 1_000

const queue = createFairQueue({
  atATime: AT_A_TIME,
  mostWaiting: MOST_WAITING,
  overflow: () => new UnavailableError("Too many people are signing in at this moment. Try again in a few seconds."),
})

/** Where somebody comes from, for taking turns at the hash: those who bring many wait for themselves. */
export interface Comer {
  address: string | undefined
  /** A browser or session with an allowance of its own. */
  own?: string | null
}

/** In the PHC string format, so that the cost can be raised later without touching stored hashes. */
export async function hashPassword(password: string, comer: Comer): Promise<string> {
  const nonce = randomBytes(16)
  const hash = await inTurn(comer, { ...COST, message: password.normalize("NFKC"), nonce })
  const cost = `m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`
  return `$argon2id$v=19$${cost}$${unpadded(nonce)}$${unpadded(hash)}`
}

/** With no hash to compare against it does the same work and fails: an unknown address takes as long as a wrong password. */
export async function verifyPassword(password: string, stored: string | null, comer: Comer): Promise<boolean> {
  const parts = stored ? /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored) : null
  const message = password.normalize("NFKC")
  if (!parts) {
    await inTurn(comer, { ...COST, message, nonce: randomBytes(16) })
    return false
  }
  const right = Buffer.from(parts[5]!, "base64")
  const given = await inTurn(comer, {
    message,
    nonce: Buffer.from(parts[4]!, "base64"),
    memory: Number(parts[1]),
    passes: Number(parts[2]),
    parallelism: Number(parts[3]),
    tagLength: right.length,
  })
  return timingSafeEqual(given, right)
}

/** `path` is the input's key, so that the page can show the sentence beside the field. */
export function demandGoodPassword(password: string, email: string, path = "password"): void {
  const refuse = (message: string) => {
    throw new InvalidInputError(`This password is not accepted. ${message}`, [{ path, message }])
  }
  const lower = password.toLowerCase()
  const mailbox = email.split("@")[0] ?? ""
  if (password.length < MIN_PASSWORD_LENGTH) refuse(`Use at least ${MIN_PASSWORD_LENGTH} characters.`)
  if (lower.includes(email) || (mailbox.length >= 4 && lower.includes(mailbox)))
    refuse("It contains your email address, which is the first thing anybody tries.")
  if (new Set(lower).size < 5) refuse("It repeats very few characters. Use more different ones.")
  if (COMMONEST.has(lower.replace(/[^a-z0-9]/g, ""))) refuse("It is among the commonest passwords. Choose another.")
}

// Those of the usual lists that are long enough to get this far, without punctuation.
const COMMONEST = new Set(
  `123456789012 1234567890123 123456789123 1234567891011 123412341234 123123123123 111222333444 098765432109 987654321012
  passwordpassword password1234 password12345 password123456 passwordpassword1 mypassword123 yourpassword passw0rd1234
  p4ssw0rd1234 changemechangeme changeme1234 letmeinletmein letmein12345 welcome12345 welcome123456 welcomewelcome
  administrator administrator1 administrator123 admin1234567 admin12345678 adminadminadmin rootrootroot superadministrator
  qwertyuiop12 qwertyuiop123 qwertyuiop1234 qwertyqwerty qwerty123456 qwerty1234567 qwertyuiopasdf qwertyuiopasdfgh 1qaz2wsx3edc
  1qaz2wsx3edc4rfv 1q2w3e4r5t6y 1q2w3e4r5t6y7u8i q1w2e3r4t5y6 zaq12wsxcde3 qazwsxedcrfv asdfghjklasd zxcvbnmasdfghjkl asdfasdfasdf
  abcdefghijkl abcdefghijklm abcdefghijklmnop abc123abc123 abcd12345678 iloveyou1234 iloveyouiloveyou sunshine1234 football1234
  baseball1234 princess1234 monkeymonkey dragondragon superman1234 trustno1trustno1 michaelmichael correcthorsebatterystaple
  countersign1 countersign12 countersign123 countersign1234 supersecret123 secretsecret secret123456 testtesttest test12345678
  defaultpassword temporarypassword temppassword1`.split(/\s+/),
)

function inTurn({ address, own }: Comer, parameters: Argon2Parameters): Promise<Buffer> {
  return queue.run(own ?? neighbourhoodOf(address ?? "local"), () => run("argon2id", parameters))
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/={1,2}$/, "")
}
