import { DIGIT, DOT, END, JOINT, kindOf, LETTER, LOWER, UPPER } from "./mask-characters.ts"

/** How sure a name makes us that a secret follows. */
export type NameKind = "secret" | "perhaps" | "opaque" | "cookie" | "authorization" | null

/** Longer ones are cut at the front: only the end of a name decides. */
export const LONGEST_NAME = 64

/**
 * What the name of a field, variable, header or parameter says of its value. Only its end counts: `passwordSetAt` and
 * `secretName` hold no secret. Separators and case do not: `API_KEY`, `api-key` and `apiKey` are one name.
 */
export function nameKind(text: string, start: number, end: number): NameKind {
  const last = text.charCodeAt(end - 1)
  const endings = kindOf(last) & LETTER ? ENDINGS[last & 31] : undefined
  if (!endings) return vendorKind(text, start, end)
  for (const { word, kind, alone } of endings) {
    if (word.length > end - start) continue
    const first = endingAt(text, start, end, word)
    if (first === -1 || (alone && !standsApart(text, start, first))) continue
    return word.endsWith("token") && NO_SECRETS.test(bareName(text, start, end)) ? null : kind
  }
  return vendorKind(text, start, end)
}

/** `ALGOLIA_ADMIN_KEY`, `heroku`: what stands there is a credential if it looks like nothing else. */
function vendorKind(text: string, start: number, end: number): NameKind {
  if (end - start < SHORTEST_VENDOR) return null
  const name = bareName(text, start, end)
  return VENDORS.test(name) && !NO_VENDOR_SECRETS.test(name) ? "opaque" : null
}

/** Where the name's last letters begin, if they are this word. */
function endingAt(text: string, start: number, end: number, word: string): number {
  let at = end
  for (let letter = word.length - 1; letter >= 0; letter--) {
    at--
    while (at >= start && !(kindOf(text.charCodeAt(at)) & (LETTER | DIGIT))) at--
    if (at < start || (text.charCodeAt(at) | 32) !== word.charCodeAt(letter)) return -1
  }
  return at
}

function bareName(text: string, start: number, end: number): string {
  return text
    .slice(start, end)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "")
}

/** `DB_PASS` and `dbPass` end in the word "pass", `bypass` does not. */
function standsApart(text: string, start: number, first: number): boolean {
  if (first <= start) return true
  const before = kindOf(text.charCodeAt(first - 1))
  if (!(before & LETTER)) return true
  return (before & LOWER) !== 0 && (kindOf(text.charCodeAt(first)) & UPPER) !== 0
}

interface Ending {
  word: string
  kind: Exclude<NameKind, null>
  /** Only as a word of its own. */
  alone?: boolean
}

const endings = (words: string, rest: Omit<Ending, "word">): Ending[] =>
  words.split(" ").map((word) => ({ ...rest, word }))

const ENDINGS: (readonly Ending[] | undefined)[] = []
for (const ending of [
  ...endings("authorization", { kind: "authorization" }),
  ...endings("cookie", { kind: "cookie" }),
  ...endings(
    "password passwd passphrase passcode passwort secret token apikey accesskey privatekey secretkey signingkey encryptionkey masterkey accountkey authkey appkey storagekey servicekey servicerolekey routingkey integrationkey webhookkey sshkey deploykey licensekey hmackey credential credentials secretkeybase secretvalue tokenvalue secretstring amzsignature",
    { kind: "secret" },
  ),
  ...endings("pass pwd pw creds jwt pat authtoken", { kind: "secret", alone: true }),
  ...endings("session sessionid sessid sid sig signature auth bearer", { kind: "perhaps", alone: true }),
]) {
  const last = ending.word.charCodeAt(ending.word.length - 1) & 31
  ENDINGS[last] = [...(ENDINGS[last] ?? []), ending]
}

/** Whose keys have no shape of their own; the maintained rule sets know them by the name beside. */
const VENDORS =
  /adafruit|adobe|airtable|algolia|alibaba|aliyun|artifactory|asana|atlassian|beamer|bintray|bitbucket|bittrex|cloudflare|codecov|cohere|coinbase|confluence|confluent|contentful|contribsys|datadog|discord|droneci|dropbox|etsy|facebook|fastly|finicity|finnhub|flickr|freshbooks|gitter|gocardless|heroku|hubspot|intercom|jfrog|jira|kraken|kucoin|launchdarkly|linkedin|mailchimp|mailgun|mapbox|mattermost|maxmind|meraki|messagebird|netlify|newrelic|nytimes|okta|pagerduty|plaid|privateai|rapidapi|sendbird|sentry|snyk|sonar|sourcegraph|squarespace|sumologic|telegram|travis|twilio|twitch|twitter|typeform|yandex|zendesk/
const SHORTEST_VENDOR = 4
const NO_VENDOR_SECRETS =
  /(?:id|ids|ray|url|uri|host|hostname|name|version|release|commit|sha|digest|hash|checksum|region|email|user|username|project|org|organization|team|channel|domain|path|file|dsn|zone|environment|image|tag|branch|date|time|at|status|page|link|issue|event)$/

/** Letters and digits in turns, as no word, version or date has them. */
export function isOpaque(value: string): boolean {
  if (value.length < 15 || !/^[\w=+/:%~-]+$/.test(value)) return false
  let turns = 0
  for (let at = 1; at < value.length; at++) {
    const [before, here] = [kindOf(value.charCodeAt(at - 1)), kindOf(value.charCodeAt(at))]
    if ((before & LETTER && here & DIGIT) || (before & DIGIT && here & LETTER)) turns++
  }
  return turns >= 3
}

/** Names that end like a secret's and are none: places in a list, signs of a language model, keys of a table. */
const NO_SECRETS =
  /(?:page|next|continuation|sync|cancel|cancellation|resume|cursor|stop|eos|bos|pad|unk|mask|sep|cls|special|start|public|input|output|prompt|skip|delta|parser|lexer)token$/

/** Words that stand where a value would, and say that there is none, or what it is like. */
const NO_VALUES = new Set(
  `true false null none nil undefined void yes no on off enabled disabled enable disable required optional missing
  expired invalid valid unset hidden changed wrong incorrect unknown empty revoked rotated redacted masked removed
  string number boolean object array integer default example placeholder changeme todo tbd unchanged denied accepted
  rejected failed granted refused needed absent present password passwort passwd secret token apikey credentials
  authorization cookie bearer basic digest sha1 sha256 sha384 sha512 hs256 rs256 es256 md5 bcrypt argon2 argon2id pbkdf2
  scrypt base64 base32 oauth2 oauth nosniff include includes omit same-origin anonymous inherit automatic random generated
  confidential private public internal external secrets tokens passwords value values variable input output reset
  forgotten verified unverified pending active inactive always never unlimited header headers session sessions`.split(
    /\s+/,
  ),
)

const LONGEST_NO_VALUE = Math.max(...[...NO_VALUES].map((word) => word.length)) + 1

/** What is written for a value that stands elsewhere. */
const REFERENCE =
  /^(?:\$|\{\{|\{%|<|\*|%[({sv]|#\{|@Microsoft\.KeyVault|\.{2,}|x{3,}$|X{3,}$|(?:process|os|env|import|req|request|config|settings|self|this|ctx|context|props|input|args|params|options|body|secrets|vars|var|local|data|module|Deno|Bun|System|ENV|Environment)(?:\.|\[|\()|[A-Za-z_.]{1,40}\(|(?:file|vault|op|ssm|https?|secretref|keychain|keyref|projects|arn):|~?\.{0,2}\/)/

/** As far as anything is read before it counts as a value. */
export const LONGEST_LOOK = 64

/** How a value without quotes looks from its first characters. */
export interface Look {
  end: number
  /** Its end was seen, so all of it is known. */
  whole: boolean
  length: number
  strong: boolean
  /** Stands for a value that is elsewhere, or says that there is none. */
  none: boolean
}

/** Null when too little of the text has come to say. */
export function lookAt(text: string, start: number, final: boolean): Look | null {
  let at = start
  let kinds = 0
  let others = 0
  let signs = 0
  let changes = 0
  let before = 0
  const limit = Math.min(text.length, start + LONGEST_LOOK)
  while (at < limit) {
    const code = text.charCodeAt(at)
    const kind = kindOf(code)
    if (kind & END) break
    // In JSON a line break or a quote is a backslash and a letter.
    if (code === 0x5c) {
      if (at + 1 >= text.length && !final) return null
      if (endsBeforeEscape(text, at)) break
      at += 2
      others++
      continue
    }
    if (!(kind & (LETTER | DIGIT))) {
      others++
      if (!(kind & (JOINT | DOT)) && code !== 0x3a && code !== 0x2f) signs++
    }
    if (kind & UPPER && before & LOWER) changes++
    kinds |= kind
    before = kind
    at++
  }
  const whole = at < limit || (limit === text.length && final)
  if (!whole && limit === text.length && at - start < LONGEST_LOOK) return null
  const end = Math.min(at, text.length)
  const length = end - start
  // A sign at the end of a sentence makes nothing strong.
  if (signs > 0 && !(before & (LETTER | DIGIT))) signs--
  const letters = (kinds & LETTER) !== 0
  const digits = (kinds & DIGIT) !== 0
  const strong =
    (length >= 6 && letters && digits && !isVersion(text, start, end)) ||
    (length >= 8 && letters && signs > 0) ||
    (length >= 20 && changes > 0) ||
    (length >= 24 && letters && others === 0)
  return { end, whole, length, strong, none: isNone(text.slice(start, end), others > 0) }
}

/** `v2.1.0`, `10b`. */
function isVersion(text: string, start: number, end: number): boolean {
  return end - start < 16 && /^v?\d+(?:\.\d+)*[a-z]?$/.test(text.slice(start, end))
}

function isNone(value: string, hasSigns: boolean): boolean {
  if (value.length <= LONGEST_NO_VALUE && NO_VALUES.has(withoutStop(value).toLowerCase())) return true
  return hasSigns || value.includes("(") || /^[xX]{3,}$/.test(value) ? REFERENCE.test(value) : false
}

function withoutStop(value: string): string {
  const last = value.charCodeAt(value.length - 1)
  return last === 0x2e || last === 0x3a || last === 0x21 || last === 0x3f ? value.slice(0, -1) : value
}

/** Whether the value ends before this backslash: a line break, a tab or a quote follows, written as JSON writes it. */
export function endsBeforeEscape(text: string, at: number): boolean {
  let next = at + 1
  while (next < text.length && next - at < 8 && text.charCodeAt(next) === 0x5c) next++
  const code = text.charCodeAt(next)
  return code === 0x6e || code === 0x72 || code === 0x74 || code === 0x22 || code === 0x27
}

/** What may stand in the name of a field: `db.password`, `x-api-key`, `DB_PASSWORD`. */
export function isNameCharacter(code: number): boolean {
  return (kindOf(code) & (LETTER | DIGIT | JOINT)) !== 0 || code === 0x2e
}

export function isSecretName(name: string): boolean {
  const kind = nameKind(name, Math.max(0, name.length - LONGEST_NAME), name.length)
  return kind !== null && kind !== "perhaps" && kind !== "opaque"
}
