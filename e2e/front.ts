import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { afterAll } from "vitest"

export interface Front {
  /** What the browser opens. */
  url: string
}

/** A balancer as small as can be: every connection goes to the first server of `order()` that takes it. */
export async function startFront(order: () => readonly string[]): Promise<Front> {
  const open = new Set<Socket>()
  const server = createServer((browser) => {
    void reach(order()).then((pod) => {
      if (!pod) return browser.destroy()
      browser.pipe(pod).pipe(browser)
      for (const [socket, other] of [
        [browser, pod],
        [pod, browser],
      ] as const) {
        open.add(socket)
        socket.on("error", () => {})
        socket.on("close", () => {
          open.delete(socket)
          other.destroy()
        })
      }
    })
    browser.on("error", () => {})
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  afterAll(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return { url: `http://localhost:${(server.address() as AddressInfo).port}` }
}

async function reach(urls: readonly string[]): Promise<Socket | null> {
  for (const url of urls) {
    const socket = connect(Number(new URL(url).port), "127.0.0.1")
    const reached = await once(socket, "connect").then(
      () => true,
      () => false,
    )
    if (reached) return socket
  }
  return null
}
