import ts from "typescript-for-pages"
import { createScriptChecker, type ScriptChecker } from "./script-checker.ts"

/** What a page asks, and what it is answered under the same number. */
export type ScriptQuestion = { id: number; source: string } & ({ ask: "problems" } | { ask: "completions"; at: number })

/** First, once: what scripts may use. */
export interface ScriptSurroundings {
  declarations: string
}

// The language's own declarations; those of browsers, which scripts do not have, stay out.
const files = import.meta.glob<string>("../../../../../node_modules/typescript-for-pages/lib/lib.es*.d.ts", {
  query: "?raw",
  import: "default",
  eager: true,
})
const others = import.meta.glob<string>("../../../../../node_modules/typescript-for-pages/lib/lib.decorators*.d.ts", {
  query: "?raw",
  import: "default",
  eager: true,
})
const libraries = Object.fromEntries(
  Object.entries({ ...files, ...others }).map(([path, text]) => [path.slice(path.lastIndexOf("/") + 1), text]),
)

let checker: ScriptChecker | undefined

addEventListener("message", ({ data }: MessageEvent<ScriptQuestion | ScriptSurroundings>) => {
  if ("declarations" in data) {
    checker = createScriptChecker(ts, libraries, data.declarations)
    return
  }
  const { id, source } = data
  const answer = data.ask === "problems" ? checker?.problems(source) : checker?.completions(source, data.at)
  postMessage({ id, answer: answer ?? null })
})
