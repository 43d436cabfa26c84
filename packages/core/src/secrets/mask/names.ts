import { DIGIT, JOINT, kindOf, LETTER, LOWER, UPPER } from "./characters.ts"

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
  if (isOneWord(text, start, end)) return vendorKind(name)
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

/** Nothing goes on after it, which is so of most names and cheaper to see than its words. */
function isOneWord(text: string, start: number, end: number): boolean {
  const first = kindOf(text.charCodeAt(start))
  if (!(first & LETTER)) return false
  for (let at = start + 1; at < end; at++) if (!(kindOf(text.charCodeAt(at)) & LOWER)) return false
  return true
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

/** A password is chosen by people, so it may look like less than a token does. */
export function isPasswordName(name: string): boolean {
  return /pass(?:word|wd|wort|phrase|code)|pwd/i.test(name)
}

/** Names that end like a secret's and are none: places in a list, signs of a language model, keys of a table. */
const NO_SECRETS =
  /(?:page|next|continuation|sync|cancel|cancellation|resume|cursor|stop|eos|bos|pad|unk|mask|sep|cls|special|start|public|input|output|prompt|skip|delta|parser|lexer)token$/

/** What may stand in the name of a field: `db.password`, `x-api-key`, `DB_PASSWORD`. */
export function isNameCharacter(code: number): boolean {
  return (kindOf(code) & (LETTER | DIGIT | JOINT)) !== 0 || code === 0x2e
}
