import { createContext, Script } from "node:vm"
import { cpuMsOf } from "../measure.ts"

/** So long that an expression that goes back for every character takes five times its limit at least. */
const LENGTH = 8 * 1024
const LIMIT_MS = 10

const USUAL = [
  "a",
  "A",
  "1",
  " ",
  "\n",
  "\t",
  "-",
  "_",
  ".",
  ":",
  "/",
  "=",
  '"',
  "<",
  "[",
  "a ",
  "a.",
  "a-",
  "1.",
  "a1",
  "ü",
]

/** Texts that nearly fit: what the expression itself names, over and over, and then something that it never names. */
export function textsAgainst(source: string): string[] {
  const named = [...new Set(source.replace(/\\[pP]\{\w+\}|\\[a-zA-Z]|\{[\d,]*\}|[\\^$*+?()|]/g, ""))].slice(0, 24)
  const runs = source.match(/[\w -]{2,}/g) ?? []
  const seeds = new Set([...USUAL, ...named, ...runs, ...named.flatMap((one) => [`a${one}`, `1${one}`, ` ${one}`])])
  const head = /^\^?((?:\\[^\w]|[\w\s"'`:/#<>=-])*)/.exec(source)?.[1]?.replaceAll("\\", "").replace(/n$/, "\n") ?? ""
  const closing = named.filter((one) => "])}>\"'`;".includes(one))
  return [...seeds].flatMap((seed) => {
    const filled = seed.repeat(Math.ceil(LENGTH / seed.length))
    return [
      ...new Set([`${filled}\u0001`, `${head}${filled}\u0001\n`, ...closing.map((end) => `${filled}${end}\u0001`)]),
    ]
  })
}

const context = createContext({ text: "", expression: / / })
const read = new Script("expression.global ? text.replace(expression, '') : expression.exec(text)")

/** Whether one of the texts takes it longer than it may each time: what a busy machine adds, it does not always add. */
export function isSlow(expression: RegExp, texts: readonly string[]): boolean {
  return texts.some((text) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { tookMs, gaveUp } = measure(expression, text)
      if (tookMs < LIMIT_MS) return false
      if (gaveUp) return true
    }
    return true
  })
}
const ROUNDS = 8

function measure(expression: RegExp, text: string): { tookMs: number; gaveUp: boolean } {
  Object.assign(context, { text, expression })
  let gaveUp = false
  const tookMs = cpuMsOf(() => {
    try {
      read.runInContext(context, { timeout: 2_000 })
    } catch {
      gaveUp = true
    }
  })
  return { tookMs, gaveUp }
}
