import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll } from "vitest"

/** An app's own end: listens on this computer for the browser that brings the answer. */
export async function startCallback() {
  const answers: URLSearchParams[] = []
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? "/", "http://127.0.0.1")
    if (asked.pathname !== "/callback") return response.writeHead(404).end()
    answers.push(asked.searchParams)
    response.setHeader("content-type", "text/html").end("<!doctype html><title>App</title><p>The app has its answer.")
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return { answers, callback: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback` }
}
