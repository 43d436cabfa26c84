import { BASE64, DIGIT, DOT, JOINT, LETTER, LOWER, UPPER, WORD } from "./characters.ts"

/** A token that tells what it is by how it begins. */
export interface Shape {
  prefix: string
  /** What follows consists of these. */
  of: number
  /** So many at least; with `most`, no more either. */
  least: number
  most?: number
  /** What tells it from a name with the same beginning: a digit, or changing case. */
  needs?: "digit" | "mixture"
  /** The beginning is an address and stays; what follows is the secret. */
  keeps?: boolean
}

const NAME = LETTER | DIGIT | JOINT
const PLAIN = LETTER | DIGIT
const DOTTED = WORD | DOT

const each = (prefixes: string, shape: Omit<Shape, "prefix">): Shape[] =>
  prefixes.split(" ").map((prefix) => ({ ...shape, prefix }))

/**
 * What the maintained rule sets know (secretlint's recommended preset, gitleaks), and our own. Letters count as they
 * are. A shape is decided by its first few characters, so that nothing has to be read twice; all that follows goes too.
 */
export const SHAPES: readonly Shape[] = [
  // Ours: keys of applications, access and refresh tokens of clients.
  ...each("csk_ cst_ csr_", { of: NAME, least: 16 }),
  { prefix: "propose:", of: LETTER | DIGIT | JOINT | DOT, least: 44, needs: "digit" },
  // Model providers.
  { prefix: "sk-", of: NAME, least: 16, needs: "digit" },
  { prefix: "api_org_", of: PLAIN, least: 30, needs: "mixture" },
  ...each("gsk_ hf_ xai- pplx- nvapi- r8_ fw_ tvly- pk-lf- rpa_ voyage-", { of: NAME, least: 20, needs: "mixture" }),
  ...each("ABSK bedrock-api-key-", { of: PLAIN | BASE64, least: 40 }),
  // Payments.
  ...each("sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ whsec_", { of: NAME | BASE64, least: 16 }),
  ...each("sq0atp- sq0csp- EAAA", { of: NAME, least: 20, needs: "digit" }),
  ...each("FLWSECK- FLWSECK_TEST- shippo_live_ shippo_test_ duffel_live_ duffel_test_", { of: NAME, least: 12 }),
  ...each("EZAK EZTK", { of: PLAIN, least: 54 }),
  ...each("live_ test_", { of: PLAIN, least: 35, needs: "digit" }),
  ...each("access-sandbox- access-development- access-production-", { of: NAME, least: 36, needs: "digit" }),
  // Clouds.
  ...each("AKIA ASIA ABIA ACCA AGPA AIDA AROA AIPA ANPA ANVA", { of: UPPER | DIGIT, least: 16, most: 16 }),
  { prefix: "A3T", of: UPPER | DIGIT, least: 17, most: 17 },
  { prefix: "AIza", of: NAME, least: 35 },
  ...each("ya29. GOCSPX- 1//0", { of: DOTTED, least: 20, needs: "mixture" }),
  ...each("LTAI AKID", { of: PLAIN, least: 17, needs: "mixture" }),
  ...each("dop_v1_ doo_v1_ dor_v1_", { of: PLAIN, least: 32 }),
  ...each("cfk_ cfut_ cfat_ v1.0-", { of: NAME, least: 24, needs: "digit" }),
  ...each("fo1_ fm1_ fm1a_ fm1r_ fm2_", { of: NAME | BASE64, least: 24, needs: "digit" }),
  { prefix: "HRKU-", of: NAME, least: 20 },
  ...each("nfp_ vcp_ vci_ vca_ vcr_ vck_", { of: PLAIN, least: 20, needs: "mixture" }),
  ...each("sbp_ sb_secret_", { of: NAME, least: 20 }),
  ...each("pscale_pw_ pscale_tkn_ pscale_oauth_", { of: DOTTED, least: 20 }),
  { prefix: "tskey-", of: NAME, least: 24, needs: "digit" },
  { prefix: "sha256~", of: NAME, least: 40 },
  { prefix: "4b1d", of: PLAIN, least: 38, most: 38, needs: "mixture" },
  ...each("p8e- tk-us- fio-u- s-s4t2ud- s-s4t2af- dnkey-", { of: NAME, least: 32, needs: "digit" }),
  ...each("sm_aat_ sm_pat_ sm_sat_", { of: PLAIN, least: 16, needs: "mixture" }),
  // Code, packages, builds.
  ...each("ghp_ gho_ ghu_ ghr_ github_pat_", { of: NAME, least: 20 }),
  { prefix: "ghs_", of: DOTTED, least: 20 },
  ...each("glpat- glptt- gldt- glft- glsoat- glrt- glrtr- glcbt- glimt- glffct- glagent- gloas- GR1348941", {
    of: DOTTED,
    least: 20,
  }),
  { prefix: "npm_", of: PLAIN | JOINT, least: 30 },
  { prefix: "pypi-AgE", of: NAME, least: 32 },
  { prefix: "rubygems_", of: PLAIN, least: 32 },
  { prefix: "oy2", of: LOWER | DIGIT, least: 43, most: 43 },
  { prefix: "cio", of: PLAIN, least: 32, most: 32, needs: "mixture" },
  ...each("dckr_pat_ dckr_oat_", { of: NAME, least: 20 }),
  ...each("bkua_ ccipat_ CLOJARS_ ATATT3 ATCTT3 ATBB", { of: NAME | BASE64, least: 24, needs: "mixture" }),
  ...each("pul- key-", { of: LOWER | DIGIT, least: 32, needs: "digit" }),
  ...each("hvs. hvb. hvr. atlasv1.", { of: NAME, least: 24, needs: "mixture" }),
  ...each("dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", { of: DOTTED, least: 20 }),
  { prefix: "AGE-SECRET-KEY-1", of: UPPER | DIGIT, least: 20 },
  ...each("PMAK- NRAK- NRII- NRJS- NRAA-", { of: NAME, least: 19, needs: "digit" }),
  { prefix: "AKCp", of: PLAIN, least: 40 },
  { prefix: "API-", of: UPPER | DIGIT, least: 26, most: 26, needs: "digit" },
  { prefix: "sgp_", of: NAME, least: 40, needs: "digit" },
  ...each("pat. sat.", { of: DOTTED, least: 60, needs: "digit" }),
  ...each("authress_ scauth_ sc_ ext_", { of: DOTTED | BASE64, least: 50, needs: "digit" }),
  ...each("ico- sntrys_ sntryu_ phx_ lin_api_ lin_oauth_ rdme_ pnu_ bb_live_", { of: NAME | BASE64, least: 24 }),
  { prefix: "ntn_", of: PLAIN, least: 32, needs: "digit" },
  { prefix: "secret_", of: PLAIN, least: 40, needs: "mixture" },
  { prefix: "figd_", of: NAME, least: 32 },
  ...each("glsa_ glc_ eyJrIjoi", { of: NAME | BASE64, least: 32 }),
  { prefix: "dapi", of: LOWER | DIGIT, least: 32, needs: "digit" },
  { prefix: "ops_ey", of: NAME | BASE64, least: 60 },
  { prefix: "dt0c01.", of: DOTTED, least: 40 },
  ...each("shpat_ shpca_ shppa_ shpss_", { of: PLAIN, least: 32 }),
  ...each("pat-na1- pat-eu1-", { of: NAME, least: 32 }),
  // Mail, chat, telephone.
  { prefix: "SG.", of: DOTTED, least: 20, needs: "mixture" },
  { prefix: "xkeysib-", of: NAME, least: 32 },
  { prefix: "re_", of: NAME, least: 24, needs: "mixture" },
  ...each("xoxa- xoxb- xoxc- xoxd- xoxe- xoxe. xoxo- xoxp- xoxr- xoxs- xapp- xwfp-", { of: DOTTED, least: 10 }),
  { prefix: "tfp_", of: DOTTED, least: 40, needs: "mixture" },
  { prefix: "sl.", of: NAME, least: 60, needs: "mixture" },
  { prefix: "EAACEdEose0cBA", of: PLAIN, least: 4 },
  ...each("EAAM EAAC", { of: PLAIN, least: 60, needs: "digit" }),
  // A JSON web token in base64 once more.
  { prefix: "ZXlK", of: PLAIN | BASE64, least: 60, needs: "mixture" },
  // A private key in base64, as Kubernetes keeps it. Certificates begin alike and are no secret.
  ...each(
    "LS0tLS1CRUdJTiBQUklWQVRFIEtFWS LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVkt LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUgS0VZ LS0tLS1CRUdJTiBFTkNSWVBURUQgUFJJVkFURSBLRVkt",
    { of: PLAIN | BASE64, least: 20 },
  ),
  // Maps: the public half begins with `pk.`.
  { prefix: "sk.eyJ", of: DOTTED, least: 20 },
  // Addresses that are the credential: whoever knows them may post.
  ...each(
    "hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/ discord.com/api/webhooks/ discordapp.com/api/webhooks/ webhook.office.com/webhookb2/ outlook.office.com/webhook/ api.telegram.org/bot hooks.zapier.com/hooks/catch/ chat.googleapis.com/v1/spaces/",
    { of: DOTTED | BASE64, least: 8, keeps: true },
  ),
]

/** Too short a beginning for the table below. */
export const TWILIO: Shape = { prefix: "SK", of: LOWER | DIGIT, least: 32, most: 32, needs: "digit" }

/** By a hash of the first three characters: each beginning of a word needs one look, however many shapes there are. */
const byStart: (readonly Shape[] | undefined)[] = new Array(0x1000).fill(undefined)
for (const shape of SHAPES) {
  const key = startOf(shape.prefix, 0)
  // The longest first: `sk-` would take what `sk-proj-` decides otherwise.
  byStart[key] = [...(byStart[key] ?? []), shape].sort((a, b) => b.prefix.length - a.prefix.length)
}

export function shapesAt(text: string, at: number): readonly Shape[] | undefined {
  return byStart[startOf(text, at)]
}

/** Of a text that has not come whole yet. */
export function mayBecomeShape(start: string): boolean {
  return SHORT_STARTS.has(start)
}

const SHORT_STARTS = new Set([...SHAPES, TWILIO].flatMap(({ prefix }) => [prefix.slice(0, 1), prefix.slice(0, 2)]))

function startOf(text: string, at: number): number {
  return ((text.charCodeAt(at) << 6) ^ (text.charCodeAt(at + 1) << 3) ^ text.charCodeAt(at + 2)) & 0xfff
}
