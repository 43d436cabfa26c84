// What is checked: a web server on an address of its own for each check, and some that accept and never answer.
import { createServer } from "node:http"
import { type AddressInfo, createServer as createListener, type Server } from "node:net"

interface Order {
  /** How many addresses, and how many of them never answer. */
  listen?: { count: number; dead: number }
  /** Since when calls are wanted, in milliseconds of this machine's clock. */
  since?: number
}

/** The same on every address: whichever was free on the first. */
let port = 0
/** When each path was asked for. */
const calls = new Map<string, number[]>()
const open: Server[] = []

process.on("message", async ({ listen, since }: Order) => {
  if (listen) {
    for (const server of open.splice(0)) server.close()
    calls.clear()
    for (let n = 0; n < listen.count; n++) await openAt(n, n < listen.dead)
    process.send!({ port })
  }
  if (since !== undefined)
    process.send!({ calls: [...calls].map(([path, times]) => [path, times.filter((at) => at >= since)]) })
})
process.stdout.write("0\n")

function openAt(n: number, isDead: boolean): Promise<void> {
  const server = isDead
    ? createListener((socket) => void socket.on("error", () => {}))
    : createServer((request, response) => {
        const path = request.url!
        const times = calls.get(path)
        if (times) times.push(Date.now())
        else calls.set(path, [Date.now()])
        response.writeHead(200, { "content-type": "text/plain" }).end("All is well.")
      })
  open.push(server)
  return new Promise((resolve) =>
    server.listen(port, addressOf(n), () => {
      port = (server.address() as AddressInfo).port
      resolve()
    }),
  )
}

/** Each its own host: nobody finds a connection of another check open. */
function addressOf(n: number): string {
  return `127.77.${Math.floor(n / 250)}.${(n % 250) + 1}`
}
