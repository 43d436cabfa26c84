import { DIGIT, DOT, END, JOINT, kindOf, LETTER, LOWER, UPPER } from "./mask-characters.ts"

/** How sure a name makes us that a secret follows. `likely`: if the value looks like one. */
export type NameKind = "secret" | "likely" | "perhaps" | "opaque" | "cookie" | "authorization" | null

/** Longer ones are cut at the front: only the end of a name decides. */
export const LONGEST_NAME = 64

/**
 * What the name of a field, variable, header or parameter says of its value. Its last words count: `passwordSetAt` and
 * `secretName` hold no secret, `API_KEY_PROD` does. Separators and case do not: `API_KEY`, `api-key` and `apiKey` are
 * one name.
 */
export function nameKind(text: string, start: number, end: number): NameKind {
  const kind = endingKind(text, start, end)
  if (kind !== undefined) return kind
  const name = text.slice(start, end)
  return (MAY_GO_ON.test(name) ? continuedKind(text, start, name) : null) ?? vendorKind(name)
}

/** What the word at the end of a name says; undefined when it says nothing. */
function endingKind(text: string, start: number, end: number): NameKind | undefined {
  const last = text.charCodeAt(end - 1)
  const endings = kindOf(last) & LETTER ? ENDINGS[last & 31] : undefined
  if (!endings) return undefined
  for (const { word, kind, alone } of endings) {
    if (word.length > end - start) continue
    const first = endingAt(text, start, end, word)
    if (first === -1 || (alone && !standsApart(text, start, first))) continue
    return word.endsWith("token") && NO_SECRETS.test(bareName(text.slice(start, end))) ? null : kind
  }
  return undefined
}

/** `API_KEY_PROD`, `password2`, `clientSecretBilling`: of what goes on after the word, the last of them decides. */
function continuedKind(text: string, start: number, name: string): NameKind {
  const words = [...name.matchAll(NAME_WORDS)].slice(-MOST_WORDS)
  let kind: NameKind = "secret"
  for (let index = words.length - 1; index > 0; index--) {
    const word = words[index]![0].toLowerCase()
    if (ABOUT_A_SECRET.has(word)) return null
    if (!VARIANTS.has(word) && !/^\d+$/.test(word)) kind = "likely"
    const before = words[index - 1]!
    const found = endingKind(text, start, start + before.index + before[0].length)
    if (found === null) return null
    // `token.previous` is a field of it in code; in a file of properties it is one of several.
    if (found === "secret") return name[before.index + before[0].length] === "." ? "likely" : kind
  }
  return null
}

/** `ALGOLIA_ADMIN_KEY`, `heroku`: what stands there is a credential if it looks like nothing else. */
function vendorKind(written: string): NameKind {
  if (written.length < SHORTEST_VENDOR) return null
  const name = bareName(written)
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

function bareName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")
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
    "password passwd passphrase passcode passwort secret token apikey accesskey privatekey secretkey signingkey encryptionkey masterkey accountkey authkey appkey storagekey servicekey servicerolekey routingkey integrationkey webhookkey sshkey deploykey licensekey hmackey credential credentials secretkeybase secretvalue tokenvalue secretstring amzsignature clientkeydata",
    { kind: "secret" },
  ),
  ...endings("passwords secrets tokens apikeys accesskeys secretkeys", { kind: "likely" }),
  ...endings("pass pwd pw creds jwt pat authtoken", { kind: "secret", alone: true }),
  ...endings("jsessionid phpsessid", { kind: "perhaps" }),
  ...endings("session sessionid sessid sid sig signature auth bearer", { kind: "perhaps", alone: true }),
]) {
  const last = ending.word.charCodeAt(ending.word.length - 1) & 31
  ENDINGS[last] = [...(ENDINGS[last] ?? []), ending]
}

/** The words of a name: `clientSecretProd`, `API_KEY_PROD`, `DBPassword2`. */
const NAME_WORDS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g
const MOST_WORDS = 6
/** Without one of these no secret's name can be in front of more. */
const MAY_GO_ON = /pass|pw|secret|token|key|cred|jwt|pat/i

/** Which one of several: the value is a secret as it would be without. */
const VARIANTS = new Set(
  `prod production prd live dev develop development stage staging stg test testing qa uat ci preprod sandbox demo local
  old new current previous prev backup primary secondary main master default root admin confirm confirmation again
  repeat a b v v1 v2`.split(/\s+/),
)

/** What there is to say about a secret without telling it. */
const ABOUT_A_SECRET = new Set(
  `id ids uuid guid name names label title description text hint type types kind format algorithm alg algo hash hashes
  hashed digest fingerprint thumbprint checksum sha sha1 sha256 sha512 md5 salt url urls uri endpoint host hostname path
  file filename dir directory folder location ref reference arn selector alias version revision date time timestamp at
  on since until expires expiry expiration expired ttl age lifetime duration days hours minutes seconds ms length len
  size count counts total sum usage used remaining limit limits max min maximum minimum budget rate bucket index offset
  position start end prefix suffix pattern regex regexp rule rules policy policies strength score error errors message
  status state enabled disabled required optional valid invalid changed updated created rotated rotation reset set
  exists present missing provider manager store storage backend engine issuer audience scope scopes owner email domain
  image tag branch commit build release public handler service factory class function method callback field column
  param parameter header input form env variable schema option options config settings request response result`.split(
    /\s+/,
  ),
)

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

/**
 * A value that a person or a program chose so that nobody guesses it, where the name alone does not say so: letters
 * and digits in turns, or a sign among them. `redis-7.2-alpine`, `2026-11-16T22:00Z` and `ana2@example.com` are none.
 */
export function looksChosen(value: string): boolean {
  if (value.length < 8 || !/\d/.test(value) || !/[A-Za-z]/.test(value) || NO_CHOICE.test(value)) return false
  if (/[!#$%&*?^@]/.test(value)) return /^[\w!#$%&*?^@+=.~:/-]+$/.test(value)
  return value.length >= 10 && value.split(/[-_.:/+=~]+/).some(isMingled)
}

/** An address, a time, a version, a number with its unit. */
const NO_CHOICE =
  /^(?:[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64}$|\d{4}-\d\d-\d\d|v?\d+\.\d+|[a-z]{1,10}:\/\/|\d+[A-Za-z]+$|\w+\$\d+$)/

/** `q7Zk21000mXv`; not `alpine3`, `v2beta1`, and not `normalizeX509Options`, in which whole words stand. */
function isMingled(part: string): boolean {
  if (part.length < 8) return false
  let turns = 0
  let changes = 0
  let run = 0
  let longestRun = 0
  for (let at = 1; at < part.length; at++) {
    const [before, here] = [kindOf(part.charCodeAt(at - 1)), kindOf(part.charCodeAt(at))]
    if ((before & LETTER && here & DIGIT) || (before & DIGIT && here & LETTER)) turns++
    if (before & LOWER && here & UPPER) changes++
    run = here & LOWER ? run + 1 : 0
    longestRun = Math.max(longestRun, run)
  }
  if (turns < 5 && longestRun >= 6) return false
  return turns >= 3 || (turns >= 1 && changes + turns >= 4 && longestRun < 5)
}

/** A password is chosen by people, so it may look like less than a token does. */
export function isPasswordName(name: string): boolean {
  return /pass(?:word|wd|wort|phrase|code)|pwd/i.test(name)
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
export function lookAt(text: string, start: number, final: boolean, isParameter = false): Look | null {
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
    if (kind & END) {
      const goesOn = code === 0x26 && !isParameter && at > start ? ampersandGoesOn(text, at, final) : false
      if (goesOn === null) return null
      if (!goesOn) break
    }
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
  // The end of an emphasis is not the value's.
  let bare = at
  while (bare > start && text.charCodeAt(bare - 1) === 0x2a) bare--
  if (bare > start) signs -= at - bare
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
  return { end, whole, length, strong, none: isNone(text.slice(start, bare > start ? bare : end), others > 0) }
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

/**
 * Whether an `&` belongs to the value: behind it follow no parameter, no quote as HTML writes it and no other command.
 * Null when too little of the text has come to say.
 */
export function ampersandGoesOn(text: string, at: number, final: boolean): boolean | null {
  let end = at + 1
  if (text.charCodeAt(end) === 0x23) end++
  while (end < text.length && end - at < LONGEST_NAME && isNameCharacter(text.charCodeAt(end))) end++
  if (end >= text.length && end - at < LONGEST_NAME && !final) return null
  const code = text.charCodeAt(end)
  if (code === 0x3b) return !/^(?:quot|apos|lt|gt|nbsp|#34|#39|#x27|#x22)$/i.test(text.slice(at + 1, end))
  return end > at + 1 ? code !== 0x3d : end < text.length && !(kindOf(code) & END)
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

export function isSecretField(name: string, value: string): boolean {
  const kind = nameKind(name, Math.max(0, name.length - LONGEST_NAME), name.length)
  if (kind === null || value === "") return false
  if (kind === "likely") return looksChosen(value)
  return kind === "opaque" || kind === "perhaps" ? isOpaque(value) : true
}
