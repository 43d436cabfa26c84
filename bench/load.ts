import { Agent, request } from "node:http"

export interface Load {
  /** Requests a second over the whole run. */
  perSecond: number
}

/** Sends `count` requests, `concurrency` at a time, over kept-alive connections; every answer must be 200. */
export async function load(options: {
  url: string
  /** The same for all, or each its own. */
  headers: Record<string, string> | ((n: number) => Record<string, string>)
  body(n: number): string
  count: number
  concurrency: number
}): Promise<Load> {
  const { url, headers, body } = options
  const agent = new Agent({ keepAlive: true, maxSockets: options.concurrency })
  let next = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: options.concurrency }, async () => {
      for (let n = next++; n < options.count; n = next++)
        await send(agent, url, typeof headers === "function" ? headers(n) : headers, body(n))
    }),
  )
  agent.destroy()
  return { perSecond: options.count / ((performance.now() - started) / 1_000) }
}

function send(agent: Agent, url: string, headers: Record<string, string>, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { agent, method: "POST", headers: { ...headers, "content-length": Buffer.byteLength(body) } },
      (response) => {
        let text = ""
        response.setEncoding("utf8")
        response.on("data", (chunk) => {
          text += chunk
        })
        response.on("end", () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode}: ${text.slice(0, 300)}`)),
        )
      },
    )
    sent.on("error", reject)
    sent.end(body)
  })
}
