import { once } from "node:events"
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http"
import net, { type AddressInfo } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import { openOutlet } from "./outlet.ts"

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean()
})

describe("an outlet on a socket", () => {
  it("tells what was written, in letters of any length", async () => {
    const port = await serve(async (outlet) => {
      outlet.write("grün ")
      outlet.write("und 🚀 ")
      await turnOfTheLoop()
      outlet.write("weiter")
      outlet.end()
    })

    expect(await read(port)).toMatchObject({ body: "grün und 🚀 weiter", status: 200 })
  })

  it("sends its head at once, before anything is said", async () => {
    const spoken = Promise.withResolvers<void>()
    const port = await serve(async (outlet) => {
      await spoken.promise
      outlet.write("late")
      outlet.end()
    })
    const sent = request({ port, host: "127.0.0.1" }).end()
    const [answer] = (await once(sent, "response")) as [IncomingMessage]
    expect(answer.headers["content-type"]).toBe("text/plain")
    spoken.resolve()

    expect(await textOf(answer)).toBe("late")
  })

  it("leaves a connection as it found it, for the answers that follow", async () => {
    const port = await serve(async (outlet) => {
      outlet.write("one ")
      await turnOfTheLoop()
      outlet.write("two")
      outlet.end()
    })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    cleanups.push(() => agent.destroy())
    const sockets = new Set<net.Socket>()
    for (let n = 0; n < 20; n += 1) {
      const { body, socket } = await read(port, agent)
      expect(body).toBe("one two")
      sockets.add(socket)
    }

    expect(sockets.size).toBe(1)
    expect(listenersOnServer.at(-1)).toBe(listenersOnServer[0])
  })

  it("speaks without chunks to those who know none", async () => {
    const port = await serve(async (outlet) => {
      outlet.write("plain ")
      await turnOfTheLoop()
      outlet.write("words")
      outlet.end()
    })
    const socket = net.connect(port, "127.0.0.1")
    socket.write("GET / HTTP/1.0\r\n\r\n")
    let text = ""
    for await (const chunk of socket.setEncoding("utf8")) text += chunk

    expect(text.split("\r\n\r\n")[1]).toBe("plain words")
  })

  it("brings everything to a reader who takes a pause, and no more than fits waits in the socket", async () => {
    const long = "x".repeat(600 * 1024)
    const written = Promise.withResolvers<void>()
    const port = await serve(async (outlet) => {
      outlet.write(long)
      await turnOfTheLoop()
      outlet.write(long)
      outlet.end()
      written.resolve()
    })
    const sent = request({ port, host: "127.0.0.1" }).end()
    const [answer] = (await once(sent, "response")) as [IncomingMessage]
    await written.promise

    expect(await textOf(answer)).toHaveLength(2 * long.length)
  })

  it("says when its reader has gone", async () => {
    const gone = Promise.withResolvers<void>()
    const port = await serve(async (outlet) => {
      outlet.onGone(gone.resolve)
      outlet.write("hello")
    })
    const sent = request({ port, host: "127.0.0.1" }).end()
    sent.on("error", () => {})
    await once(sent, "response")
    sent.destroy()

    await gone.promise
  })
})

/** On the socket of each answer, when it began. */
const listenersOnServer: number[] = []

async function serve(speak: (outlet: ReturnType<typeof openOutlet>) => Promise<void>): Promise<number> {
  listenersOnServer.length = 0
  const server: Server = createServer((_, response: ServerResponse) => {
    listenersOnServer.push(response.socket!.listenerCount("drain"))
    void speak(openOutlet(response, { "content-type": "text/plain" }))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  cleanups.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

async function read(port: number, agent?: Agent): Promise<{ status?: number; body: string; socket: net.Socket }> {
  const sent = request({ port, host: "127.0.0.1", agent }).end()
  const [answer] = (await once(sent, "response")) as [IncomingMessage]
  return { status: answer.statusCode, body: await textOf(answer), socket: sent.socket! }
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = ""
  for await (const chunk of answer.setEncoding("utf8")) text += chunk
  return text
}

function turnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
}
