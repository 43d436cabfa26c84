/** How the lines of a turn travel. */
export interface Wire {
  readonly headers: Readonly<Record<string, string>>
  write(firstSeq: number, lines: readonly string[]): string
  /** Said while nothing else is: proxies cut silent connections. */
  readonly heartbeat: string
  /** After the last line. */
  readonly end: string
  /** In place of what would follow, where the server goes away before the turn ends. A clean end would pass for the turn's. */
  readonly cut: string
}

const STREAM_HEADERS = {
  "cache-control": "no-store, no-transform",
  // Nginx would hold tokens back until its buffer is full.
  "x-accel-buffering": "no",
}

const CUT = JSON.stringify({
  type: "error",
  errorText: "This server is being restarted. What is said is kept: reload to see how the answer went on.",
})

/** The AI SDK's UI message stream; the number of each event lets a reader resume. */
export const sse: Wire = {
  headers: {
    ...STREAM_HEADERS,
    "content-type": "text/event-stream; charset=utf-8",
    "x-vercel-ai-ui-message-stream": "v1",
  },
  write(firstSeq, lines) {
    let text = ""
    let seq = firstSeq
    for (const line of lines) text += `id: ${seq++}\ndata: ${line}\n\n`
    return text
  },
  heartbeat: ": still here\n\n",
  end: "data: [DONE]\n\n",
  cut: `data: ${CUT}\n\ndata: [DONE]\n\n`,
}

export const ndjson: Wire = {
  headers: { ...STREAM_HEADERS, "content-type": "application/x-ndjson; charset=utf-8" },
  write: (_, lines) => `${lines.join("\n")}\n`,
  heartbeat: "\n",
  end: "",
  cut: `${CUT}\n`,
}

export function wireFor(accept: string | null): Wire {
  return accept?.includes("application/x-ndjson") ? ndjson : sse
}
