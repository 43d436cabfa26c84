/** A real server on a free port of the loopback interface, for tests. */
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { createAdaptorServer } from "@hono/node-server"
import { sendText } from "./text-answer.ts"

export async function serveOnLoopback(platform: {
  fetch(request: Request, address: string, outgoing?: ServerResponse): Promise<Response>
}): Promise<{ url: string; server: Server; close(): Promise<void> }> {
  const server = createAdaptorServer({
    async fetch(request: Request, bindings: unknown) {
      const { incoming, outgoing } = bindings as { incoming: IncomingMessage; outgoing: ServerResponse }
      return sendText(await platform.fetch(request, incoming.socket.remoteAddress ?? "", outgoing), outgoing)
    },
    overrideGlobalObjects: false,
  }) as Server
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    server,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
