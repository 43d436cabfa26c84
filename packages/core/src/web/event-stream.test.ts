import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, it, vi } from "vitest"
import { type LiveNews, openEventStream } from "./event-stream.ts"

/** A server whose streams the test holds in its hands. */
async function testServer(answer: (response: ServerResponse) => void = open) {
  const streams: ServerResponse[] = []
  const server = createServer((_, response) => {
    streams.push(response)
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const news: LiveNews[] = []
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const stop = openEventStream((each) => news.push(each), address)
  cleanups.push(() => {
    stop()
    server.closeAllConnections()
    server.close()
  })
  return { streams, news, stop }
}

function open(response: ServerResponse) {
  response.writeHead(200, { "content-type": "text/event-stream" })
  response.flushHeaders()
}

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

describe("openEventStream", () => {
  it("tells what changed, also when an event arrives in pieces among comments", async () => {
    const { streams, news } = await testServer()
    // The page may have read before anybody listened, so the first connection closes a gap too.
    await vi.waitFor(() => expect(news).toEqual([{ type: "connected", connected: true }, { type: "gap" }]), {
      timeout: 15_000,
    })

    streams[0]?.write(': here\n\nevent: changed\ndata: {"resources":["catalog.sys')
    streams[0]?.write('tem"]}\n\nevent: other\ndata: {}\n\n')

    await vi.waitFor(() => expect(news).toContainEqual({ type: "changed", resources: ["catalog.system"] }), {
      timeout: 15_000,
    })
    expect(news).toHaveLength(3)
  })

  it("connects again after the server went away, and then tells that something may have been missed", async () => {
    const { streams, news } = await testServer()
    await vi.waitFor(() => expect(streams).toHaveLength(1), { timeout: 15_000 })

    streams[0]?.destroy()

    const told = ["connected", "gap", "connected", "connected", "gap"]
    await vi.waitFor(() => expect(news.map((each) => each.type)).toEqual(told), { timeout: 5_000 })
  })

  it("keeps trying while the server answers with errors", async () => {
    let attempts = 0
    const { news } = await testServer((response) => {
      attempts += 1
      if (attempts < 3) response.writeHead(503).end()
      else open(response)
    })

    await vi.waitFor(() => expect(news).toContainEqual({ type: "connected", connected: true }), { timeout: 8_000 })
    expect(attempts).toBe(3)
  })

  it("stops for good once the session is over", async () => {
    const { streams, news } = await testServer((response) => response.writeHead(401).end())

    await vi.waitFor(() => expect(news).toEqual([{ type: "signed-out" }]), { timeout: 15_000 })
    expect(streams).toHaveLength(1)
  })
})
