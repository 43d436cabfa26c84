// What all chat servers that are measured share: node:http, and a JSON body with the user's words.
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** Where the scripted provider is: an OpenAI-compatible base URL. */
export const providerUrl = process.env.PROVIDER_URL!
export const SYSTEM = "You are a helpful assistant."
export const MAX_STEPS = 16

/** `answer` streams to the response. */
export function serve(answer: (prompt: string, response: ServerResponse) => Promise<void>): void {
  const server = createServer((request, response) => {
    let text = ""
    request.setEncoding("utf8")
    request.on("data", (chunk) => {
      text += chunk
    })
    request.on("end", () => {
      answer(JSON.parse(text).prompt, response).catch((error) => {
        // The load closes its streams at the end of a window; everything else is a mistake of the benchmark.
        if (!response.destroyed) console.error(error)
        response.destroy()
      })
    })
  })
  server.listen(0, "127.0.0.1", () => console.log(`listening ${(server.address() as AddressInfo).port}`))
}

export function begin(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" })
  response.flushHeaders()
}

/** One event of the UI message stream, for libraries that leave the wire to their user. */
export function writeDelta(response: ServerResponse, delta: string): void {
  response.write(`data: ${JSON.stringify({ type: "text-delta", id: "0", delta })}\n\n`)
}
