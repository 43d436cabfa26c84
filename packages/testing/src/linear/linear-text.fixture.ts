import { join } from "node:path"
import { build } from "vite"
import { describe, expect, it } from "vitest"

/**
 * In one piece, as they are shipped: a test's modules reach into each other through the runner, which made the mask four
 * times as slow as it is.
 */
async function bundled(): Promise<typeof import("./linear-text.functions.ts")> {
  const outDir = join(import.meta.dirname, "../../../../node_modules/.cache/linear-text")
  await build({
    configFile: false,
    logLevel: "warn",
    root: import.meta.dirname,
    build: { ssr: "linear-text.functions.ts", outDir, emptyOutDir: true },
  })
  return import(/* @vite-ignore */ join(outDir, "linear-text.functions.js"))
}
const { FUNCTIONS, REFUSING } = await bundled()

const SEEDS = [
  "a-",
  '"',
  "\\",
  "key=",
  "password=",
  "password: ",
  "token: a ",
  "://",
  "@",
  "http://a:",
  "://a:b@",
  "-----BEGIN ",
  "-----BEGIN PRIVATE KEY-----\n",
  "[",
  "{",
  "(",
  "![",
  "[a](",
  "`",
  "``` ",
  "*",
  "**a",
  "_",
  "a_",
  "|",
  "|a",
  "|-|\n",
  "\n",
  "\r\n",
  " ",
  "\t",
  " \n",
  "sk-",
  "sk-ant-",
  "hf_",
  "eyJ-",
  "eyJaaaaaaaaaaaa.",
  "Bearer ",
  "basic a",
  "--password ",
  "curl -u a:",
  " -u ",
  "<password>",
  "authorization: ",
  "cookie: a=b;",
  '\\"password\\":\\"',
  "password='",
  'password="""',
  "A1b2_",
  "SG.",
  "x-api-key: ",
  "API_KEY_",
  "passwordA1",
  "TOKEN_GITHUB=a1b2c3d4e5f6",
  "name: password\n value: ",
  "a=a,value:",
  "define('password',",
  '<a name="password">',
  "ENV API_KEY ",
  "password:** ",
  "password:\n",
  "password:\\n",
  "API key: ",
  "|password|",
  "| a | password |\n",
  " -p",
  "docker login -p ",
  "password=a&",
  "password='a''",
  "password='a'\\''",
  '"#token=",',
  "hooks.slack.com/services/",
  "<",
  "<a ",
  "< ",
  "</data",
  "&",
  "&amp;",
  "#",
  "# ",
  "> ",
  "- ",
  "1. ",
  "a: ",
  "- a\n",
  "a: {",
  "&a ",
  "*a ",
  "!!",
  "!",
  "?",
  ".",
  "a.",
  "a.a@",
  "'",
  "','",
  ";",
  "~",
  "~~~\n",
  "ü",
  "e\u0301",
  "\ud83d",
  "🚒",
  "a",
  "aB",
  "summary:\n",
  "NOT OFF ",
  "title: ",
  "www.",
  "https://",
  "\u0000",
  "\u200b",
  "a\u202e",
  "a ",
  "- - - - - - - - - - - - a\n",
  "> - > - > - > - > - a\n",
  "1. > - a\n",
  "- a\n\n",
  "- a\n  - a\n    - a\n",
  "-\n",
  "|\n",
  "a,b\n",
  "a;",
  '"a\nb",',
  '""',
  "- [a,a]\n",
  "- {a: a}\n",
  "- name: a\n",
  "- *a\n",
  "!x ",
  "? a\n",
  "---\n",
  "-_.",
  "*_",
  "~a",
  "a@a.b ",
  "www.a ",
  "[^a]",
  "[^a]: ",
  "a\n=\n",
  "<b>",
  "<a b>",
  "<b><p>",
  "<table><b>",
  "<svg><g>",
  "<!--",
  "@import",
  "@media x{",
  "a{b:c}",
  "a:{b}",
  "url(",
  "u\\72l(",
  'image-set("a"',
  "/*",
  "a 1x,",
] as const

/** One sign, and then only this to the end: what is looked for behind it never comes. */
const HEADS = ["<", "[", '"', "password=", "password: '", "-----BEGIN PRIVATE KEY-----\n", "http://a:", "`", "***"]
const FILLS = [" ", "a", "\n", "-", "a1B_"]

function hostileTexts(length: number): [name: string, text: string][] {
  const filled = (fill: string) => fill.repeat(Math.ceil(length / fill.length)).slice(0, length)
  return [
    ...SEEDS.map((seed): [string, string] => [JSON.stringify(seed), filled(seed)]),
    ...HEADS.flatMap((head) =>
      FILLS.map((fill): [string, string] => [JSON.stringify([head, fill]), `${head}${filled(fill)}!`]),
    ),
  ]
}

/** Whether each is done with so many characters of hostile text in so many milliseconds of processor time. */
export function describeLinearText(size: number, limitMs: number): void {
  describe("every function that text from outside passes", () => {
    it.each(Object.keys(FUNCTIONS))(
      `is done with ${size / 1024} KiB of hostile text within ${limitMs} ms: %s`,
      (name) => {
        const run = FUNCTIONS[name]!
        const slow: string[] = []
        const toTaken = REFUSING[name]
        for (const [what, text] of hostileTexts(toTaken ? 1024 * 1024 : size))
          for (const given of toTaken ? [text, portion(toTaken(text), size)] : [text]) {
            const limit = given.length > size ? LIMIT_OF_A_MEBIBYTE : limitMs
            const took = fastest(() => run(given), limit)
            if (took > limit && took > limit * slowness())
              slow.push(`${what}, ${given.length} characters, ${Math.round(took)} ms`)
          }
        expect(slow).toEqual([])
      },
    )
  })
}

const LIMIT_OF_A_MEBIBYTE = 100

/** The whole of it in the long form, an eighth in the short one. */
function portion(text: string, size: number): string {
  return size < 1024 * 1024 ? text.slice(0, Math.ceil(text.length / 8)) : text
}

/** The best of three, unless it is good enough: the first reading also pays for the compiler. */
function fastest(run: () => unknown, enough: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3 && best > enough; round += 1) best = Math.min(best, processorMs(run))
  return best
}

function processorMs(run: () => unknown): number {
  const since = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

/** How much longer than a nanosecond this machine takes to read a character: two who share a core take twice its time each. */
function slowness(): number {
  const text = "a1-".repeat(1 << 18)
  const ms = Math.min(...[1, 2, 3].map(() => processorMs(() => readEach(text))))
  return Math.max(1, (ms * 1e6) / (16 * text.length))
}

function readEach(text: string): number {
  let sum = 0
  for (let round = 0; round < 16; round += 1)
    for (let at = 0; at < text.length; at += 1) sum = (sum + text.charCodeAt(at)) | 0
  return sum
}
