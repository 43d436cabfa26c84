import { once } from "node:events"
import type { IncomingMessage, ServerResponse } from "node:http"
import { createConnection, type Socket } from "node:net"
import { afterEach, describe, expect, it, vi } from "vitest"
import { listen } from "./listen.ts"

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const step of cleanUp.splice(0).reverse()) await step()
})

// By the server's own clock, which this test moves, and its own sockets: a busy machine changes nothing about it.
describe("a server that is told to close", () => {
  it("has closed what is idle before anything else happens", async () => {
    const { ask, close } = await server(async () => new Response("Here."))
    const { ours } = await ask()
    expect(ours.destroyed).toBe(false)

    close()

    expect(ours.destroyed).toBe(true)
  })

  it("closes a connection within a second of its answer's end, though the answer had promised to keep it", async () => {
    let end = () => {}
    const { ask, close } = await server(async () => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode("To be continued. "))
          end = () => controller.close()
        },
      })
      return new Response(body)
    })
    const { ours, answer, head } = await ask()
    expect(head).not.toMatch(/^connection: close/im)

    // A wait by time: the server's own, which passes when this test says so.
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] })
    close()
    vi.advanceTimersByTime(5_000)
    expect(ours.destroyed).toBe(false)
    end()
    await once(answer, "finish")
    // Node notices after this that the connection is idle.
    await new Promise(setImmediate)
    vi.advanceTimersByTime(1_000)

    expect(ours.destroyed).toBe(true)
  })

  it("says in every answer that follows that it is the last, and is closed after them", async () => {
    const held = Promise.withResolvers<Response>()
    const { ask, close, closed } = await server(async () => (await held.promise).clone(), { answered: false })
    const first = await ask()
    const second = await ask()
    close()
    held.resolve(new Response("Here."))
    for (const { client } of [first, second])
      expect(await client).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*^connection: close\r$/im)
    await closed()
  })
})

describe("a server with answers in memory", () => {
  it("asks there first, says who is asking, and whether it stops; all else goes the usual way", async () => {
    const heard: object[] = []
    let closed: Promise<void> | undefined
    const listening = await listen(
      {
        fetch: async () => new Response("The usual way."),
        fromMemory({ incoming, outgoing, address, isLast }) {
          heard.push({ path: incoming.url, from: address(), isLast })
          if (incoming.url === "/stop") closed = listening.close(60_000)
          if (incoming.url !== "/known") return false
          outgoing.end("From memory.")
          return true
        },
      },
      { host: "127.0.0.1", port: 0, peerAddress: (address, forwarded) => forwarded ?? address },
    )
    cleanUp.push(() => listening.close(0))
    const ask = async (path: string) =>
      (await fetch(`http://127.0.0.1:${listening.port}${path}`, { headers: { "x-forwarded-for": "192.0.2.9" } })).text()

    expect([await ask("/known"), await ask("/unknown")]).toEqual(["From memory.", "The usual way."])
    expect(heard).toEqual([
      { path: "/known", from: "192.0.2.9", isLast: false },
      { path: "/unknown", from: "192.0.2.9", isLast: false },
    ])

    const socket = createConnection({ host: "127.0.0.1", port: listening.port })
    cleanUp.push(() => socket.destroy())
    socket.write(["/stop", "/known"].map((path) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`).join(""))
    await once(socket.resume(), "close")
    await closed
    expect(heard.at(-1)).toMatchObject({ path: "/known", isLast: true })
  })
})

async function server(fetch: () => Promise<Response>, { answered = true } = {}) {
  const sockets: { ours: Socket; answer: ServerResponse }[] = []
  const arrived = new EventTarget()
  const listening = await listen(
    {
      fetch: async (_request, _address, outgoing) => {
        const answer = outgoing as ServerResponse & { req: IncomingMessage }
        sockets.push({ ours: answer.req.socket, answer })
        arrived.dispatchEvent(new Event("request"))
        return fetch()
      },
    },
    { host: "127.0.0.1", port: 0, peerAddress: (address) => address },
  )
  let ending: Promise<void> | null = null
  const close = () => {
    ending ??= listening.close(60_000)
  }
  cleanUp.push(() => {
    for (const { ours } of sockets) ours.destroy()
    close()
    return ending
  })
  return {
    close,
    closed: () => ending,
    /** One request on a connection that its client would use again, seen from both its ends. */
    async ask() {
      const socket = createConnection({ host: "127.0.0.1", port: listening.port }).setEncoding("utf8")
      cleanUp.push(() => socket.destroy())
      const request = once(arrived, "request")
      const client = once(socket, "data").then(([text]: string[]) => text!)
      socket.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
      await request
      const { ours, answer } = sockets.at(-1)!
      const head = answered ? await client : ""
      await new Promise(setImmediate)
      return { ours, answer, client, head }
    },
  }
}
