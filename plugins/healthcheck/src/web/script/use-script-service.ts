import type { CodeCompletions, CodeMark } from "@countersign/ui"
import { useCallback, useEffect, useState } from "react"
import type { ScriptService } from "./script-service.ts"

// Long enough that one word typed at 40 words a minute is one question.
const PAUSE_MS = 400

const NONE: readonly CodeMark[] = []

/** What the compiler says of a script while it is written. Loaded with the first script that somebody edits. */
export function useScriptService(
  source: string,
  declarations: string | undefined,
): { marks: readonly CodeMark[]; complete: CodeCompletions | undefined } {
  const [service, setService] = useState<ScriptService | null>(null)
  const [marks, setMarks] = useState(NONE)

  useEffect(() => {
    if (declarations === undefined) return
    let started: ScriptService | undefined
    let isGone = false
    void import("./script-service.ts").then(({ startScriptService }) => {
      if (isGone) return
      started = startScriptService({ declarations })
      setService(started)
    })
    return () => {
      isGone = true
      started?.stop()
      setService(null)
    }
  }, [declarations])

  useEffect(() => {
    if (!service) return
    let isOld = false
    // A wait by time: it asks when nobody has typed for a moment.
    const timer = setTimeout(async () => {
      const problems = await service.problems(source)
      if (!isOld) setMarks(problems ?? NONE)
    }, PAUSE_MS)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [service, source])

  const complete = useCallback<CodeCompletions>(
    async (text, at) => (await service?.completions(text, at)) ?? null,
    [service],
  )
  return { marks: source.trim() === "" ? NONE : marks, complete: service ? complete : undefined }
}
