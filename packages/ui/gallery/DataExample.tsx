import { useState } from "react"
import { CodeEditor, LineChart, PageHeader, Panel } from "../src/index.ts"

const START = Date.parse("2026-11-17T06:00:00.000Z")
const TIMES = Array.from({ length: 96 }, (_, n) => START + n * 300_000)
const wave = (base: number, swing: number) =>
  TIMES.map((_, n) => (n > 40 && n < 48 ? null : base + swing * Math.sin(n / 7) + ((n * 37) % 11)))
const SERIES = [
  { id: "p50", label: "p50", values: wave(40, 10) },
  { id: "p95", label: "p95", values: wave(120, 30) },
]
const BANDS = [{ upper: "p95", lower: "p50" }]
const formatMs = (value: number) => `${Math.round(value)} ms`

const SCRIPT = `import { fetch } from "@countersign/sdk"

// Answers within a second, or is counted as down.
export async function check(address: string) {
  const answer = await fetch(address)
  return { ok: answer.status === 200, ms: answer.took }
}
`
const MARKS = [
  { from: SCRIPT.indexOf("answer.took"), to: SCRIPT.indexOf("answer.took") + 11, message: "An answer has no took." },
]
const WORDS = ["fetch", "status", "headers"].map((label) => ({ label, type: "function" as const }))
const complete = async (text: string, at: number) => {
  const word = /\w*$/.exec(text.slice(0, at))?.[0] ?? ""
  return word ? { from: at - word.length, options: WORDS } : null
}

export function DataExample() {
  const [script, setScript] = useState(SCRIPT)
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-5 sm:px-6">
      <PageHeader title="Measurements and code" description="What is loaded when it is first shown." />
      <Panel title="Response time">
        <LineChart label="Response time of checkout" times={TIMES} series={SERIES} bands={BANDS} format={formatMs} />
      </Panel>
      <Panel title="Script">
        <CodeEditor
          label="Script"
          language="typescript"
          value={script}
          onChange={setScript}
          marks={script === SCRIPT ? MARKS : []}
          complete={complete}
        />
        <output aria-label="Length of the script" className="text-muted">
          {script.length} characters
        </output>
      </Panel>
      <Panel title="Command">
        <CodeEditor label="Command" language="shell" readOnly value={'curl -fsS "$ADDRESS" | grep -q ok # or fails'} />
      </Panel>
    </div>
  )
}
