import type { ScriptChecker } from "./script-checker.ts"
import type { ScriptQuestion, ScriptSurroundings } from "./script-worker.ts"

type Answers = { [Name in keyof ScriptChecker]: ReturnType<ScriptChecker[Name]> }

/** The checker in a worker of its own: the compiler is a megabyte, and a page that types must not wait for it. */
export interface ScriptService {
  problems(source: string): Promise<Answers["problems"] | null>
  completions(source: string, at: number): Promise<Answers["completions"]>
  stop(): void
}

export function startScriptService(surroundings: ScriptSurroundings): ScriptService {
  const worker = new Worker(new URL("./script-worker.ts", import.meta.url), { type: "module" })
  const waiting = new Map<number, (answer: never) => void>()
  let last = 0
  worker.postMessage(surroundings)
  worker.onmessage = ({ data: { id, answer } }: MessageEvent<{ id: number; answer: never }>) => {
    waiting.get(id)?.(answer)
    waiting.delete(id)
  }
  // Without it the script can still be written; trying it says what is wrong.
  worker.onerror = () => {
    for (const answer of waiting.values()) answer(null as never)
    waiting.clear()
  }
  function ask<Answer>(question: Omit<ScriptQuestion, "id">): Promise<Answer> {
    const id = ++last
    return new Promise<Answer>((resolve) => {
      waiting.set(id, resolve as (answer: never) => void)
      worker.postMessage({ ...question, id })
    })
  }
  return {
    problems: (source) => ask({ ask: "problems", source } as Omit<ScriptQuestion, "id">),
    completions: (source, at) => ask({ ask: "completions", source, at } as Omit<ScriptQuestion, "id">),
    stop: () => worker.terminate(),
  }
}
