import { Agent, request } from "node:http"

export interface Load {
  /** Requests a second over the whole run. */
  perSecond: number
  /** How long the slowest twentieth waited at least. */
  p95Ms: number
}

/** Sends `count` requests, `concurrency` at a time, over kept-alive connections; every answer must be 200. */
export async function load(options: {
  /** The same for all, or each its own. */
  url: string | ((n: number) => string)
  headers: Record<string, string> | ((n: number) => Record<string, string>)
  body(n: number): string
  /** POST unless it says otherwise. */
  method?: "GET"
  count: number
  concurrency: number
  hear?(n: number, answer: string): void
}): Promise<Load> {
  const { url, headers, body, hear, method = "POST" } = options
  const agent = new Agent({ keepAlive: true, maxSockets: options.concurrency })
  let next = 0
  const waits: number[] = []
  const started = performance.now()
  await Promise.all(
    Array.from({ length: options.concurrency }, async () => {
      for (let n = next++; n < options.count; n = next++) {
        const sent = performance.now()
        const to = typeof url === "function" ? url(n) : url
        const answer = await send(agent, to, {
          method,
          headers: typeof headers === "function" ? headers(n) : headers,
          body: body(n),
        })
        waits.push(performance.now() - sent)
        hear?.(n, answer)
      }
    }),
  )
  agent.destroy()
  const seconds = (performance.now() - started) / 1_000
  return {
    perSecond: options.count / seconds,
    p95Ms: waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.95)]!,
  }
}

interface Sent {
  method: string
  headers: Record<string, string>
  body: string
}

function send(agent: Agent, url: string, { method, headers, body }: Sent): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        agent,
        method,
        headers: method === "GET" ? headers : { ...headers, "content-length": Buffer.byteLength(body) },
      },
      (response) => {
        let text = ""
        response.setEncoding("utf8")
        response.on("data", (chunk) => {
          text += chunk
        })
        response.on("end", () =>
          response.statusCode === 200
            ? resolve(text)
            : reject(new Error(`${response.statusCode}: ${text.slice(0, 300)}`)),
        )
      },
    )
    // On a crowded machine the server may close a connection that idles at the moment in which we choose it.
    sent.on("error", (error: NodeJS.ErrnoException) =>
      sent.reusedSocket && error.code === "ECONNRESET"
        ? send(agent, url, { method, headers, body }).then(resolve, reject)
        : reject(error),
    )
    sent.end(body)
  })
}
