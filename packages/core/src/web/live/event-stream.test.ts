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
  const { stop } = openEventStream((each) => news.push(each), undefined, address)
  cleanups.push(() => {
    stop()
    server.closeAllConnections()
    server.close()
  })
  return { streams, news, stop }
}

function open(response: ServerResponse) {
  response.writeHead(200, { "content-type": "text/event-stream" })
  response.write(complete(60_000))
}

function complete(withinMs: number): string {
  return `event: complete\ndata: {"withinMs":${withinMs}}\n\n`
}

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

describe("openEventStream", () => {
  it("tells what changed, also when an event arrives in pieces among comments", async () => {
    const { streams, news } = await testServer()
    // The page may have read before anybody listened: what is older than what the server knows of may be out of date.
    await vi.waitFor(
      () =>
        expect(news).toEqual([
          { type: "connected", connected: true },
          { type: "gap", agoMs: 60_000 },
        ]),
      { timeout: 15_000 },
    )

    streams[0]?.write(': here\n\nevent: changed\ndata: {"changes":[{"resource":"catalog.sys')
    streams[0]?.write('tem","ageMs":12}]}\n\nevent: other\ndata: {}\n\n')

    const changes = [{ resource: "catalog.system", ageMs: 12 }]
    await vi.waitFor(() => expect(news).toContainEqual({ type: "changed", changes }), { timeout: 15_000 })
    expect(news).toHaveLength(3)
  })

  it("connects again after the server went away, and then tells that something may have been missed", async () => {
    const answers = [60_000, 5]
    const { streams, news } = await testServer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.write(complete(answers.shift() ?? 0))
    })
    await vi.waitFor(() => expect(news).toHaveLength(2), { timeout: 15_000 })
    // A wait by time: the server comes back only when more has passed than it remembers, the part on its way included.
    await new Promise((resolve) => setTimeout(resolve, 2_100))

    streams[0]?.destroy()

    const told = ["connected", "gap", "connected", "connected", "gap"]
    await vi.waitFor(() => expect(news.map((each) => each.type)).toEqual(told), { timeout: 15_000 })
  })

  it("connects again to a server that remembers what happened meanwhile, and then nothing was missed", async () => {
    const { streams, news } = await testServer()
    await vi.waitFor(() => expect(news).toHaveLength(2), { timeout: 15_000 })

    streams[0]?.destroy()

    await vi.waitFor(() => expect(streams).toHaveLength(2), { timeout: 15_000 })
    streams[1]?.write('event: changed\ndata: {"changes":[{"resource":"catalog.system","ageMs":400}]}\n\n')
    const told = ["connected", "gap", "connected", "connected", "changed"]
    await vi.waitFor(() => expect(news.map((each) => each.type)).toEqual(told), { timeout: 15_000 })
  })

  it("tells a gap when the server says that this page fell behind what it keeps", async () => {
    const { streams, news } = await testServer()
    await vi.waitFor(() => expect(news).toHaveLength(2), { timeout: 15_000 })

    streams[0]?.write(complete(1_500))

    await vi.waitFor(() => expect(news.at(-1)).toEqual({ type: "gap", agoMs: 1_500 }), { timeout: 15_000 })
  })

  it("keeps trying while the server answers with errors", async () => {
    let attempts = 0
    const { news } = await testServer((response) => {
      attempts += 1
      if (attempts < 3) response.writeHead(503).end()
      else open(response)
    })

    await vi.waitFor(() => expect(news).toContainEqual({ type: "connected", connected: true }), { timeout: 15_000 })
    expect(attempts).toBe(3)
  })

  it("stops for good once the session is over", async () => {
    const { streams, news } = await testServer((response) => response.writeHead(401).end())

    await vi.waitFor(() => expect(news).toEqual([{ type: "signed-out" }]), { timeout: 15_000 })
    expect(streams).toHaveLength(1)
  })
})
