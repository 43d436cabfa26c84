import { join } from "node:path"
import { build } from "vite"
import { describe, expect, it } from "vitest"
import { type Bounds, growth, PIECES } from "./growth.fixture.ts"

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

interface Hostile {
  what: string
  whole: string
  /** The same with a part of the length. */
  piece: string
}

function hostileTexts(size: number): Hostile[] {
  const filled = (fill: string, length: number) => fill.repeat(Math.ceil(length / fill.length)).slice(0, length)
  const hostile = (what: unknown, make: (length: number) => string) => ({
    what: JSON.stringify(what),
    whole: make(size),
    piece: make(size / PIECES),
  })
  return [
    ...SEEDS.map((seed) => hostile(seed, (length) => filled(seed, length))),
    ...HEADS.flatMap((head) =>
      FILLS.map((fill) => hostile([head, fill], (length) => `${head}${filled(fill, length)}!`)),
    ),
  ]
}

/** Whether the work of each grows with its text and no faster, for hostile texts of so many characters. */
export function describeLinearText(size: number, bounds: Bounds): void {
  describe("every function that text from outside passes", () => {
    it.each(Object.keys(FUNCTIONS))(
      `does no more than the work of its text, for ${size / 1024} KiB of hostile ones: %s`,
      (name) => {
        const slow: string[] = []
        for (const { what, whole, piece } of name in REFUSING ? refusedAndTaken(name, size) : hostileTexts(size)) {
          const found = growth(FUNCTIONS[name]!, whole, piece, whole.length > size ? LONG_BOUNDS : bounds)
          if (found) slow.push(`${what}, ${found}`)
          if (slow.length === MOST_TOLD) break
        }
        expect(slow).toEqual([])
      },
    )
  })
}

const LONGEST = 1024 * 1024
/** A mebibyte may take a tenth of a second. Where other tests share the machine, ten times that is still no square. */
const LONG_BOUNDS = { enoughMs: 100, mostMs: 1_000 }
/** One that is slow is slow with most of them, and each may take it seconds. */
const MOST_TOLD = 5

/** What they refuse they refuse quickly, and what they take is so much less that it is measured by itself. */
function refusedAndTaken(name: string, size: number): Hostile[] {
  return hostileTexts(LONGEST).flatMap((hostile) => {
    const taken = REFUSING[name]!(hostile.whole)
    // The whole of it in the long form, an eighth in the short one.
    const whole = size < LONGEST ? taken.slice(0, Math.ceil(taken.length / 8)) : taken
    return [hostile, { what: hostile.what, whole, piece: whole.slice(0, Math.ceil(whole.length / PIECES)) }]
  })
}
