import { type LiveNews, openEventStream } from "./event-stream.ts"

/** Runs once per browser: every tab's port shares one connection, because HTTP/1.1 allows six per origin. */
export type TabMessage = { type: "listen"; session: string } | { type: "leave" }

const ports = new Set<MessagePort>()
let session: string | null = null
let close: (() => void) | null = null
let connected = false

Object.assign(globalThis, {
  onconnect({ ports: [port] }: MessageEvent) {
    if (!port) return
    port.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.type === "leave") leave(port)
      else listen(port, data.session)
    }
  },
})

function listen(port: MessagePort, wanted: string): void {
  ports.add(port)
  if (close && session === wanted) {
    port.postMessage({ type: "connected", connected } satisfies LiveNews)
    return
  }
  close?.()
  session = wanted
  close = openEventStream((news) => {
    if (news.type === "connected") connected = news.connected
    // A later sign-in opens it anew.
    if (news.type === "signed-out") close = null
    for (const each of ports) each.postMessage(news)
  })
}

function leave(port: MessagePort): void {
  ports.delete(port)
  if (ports.size > 0) return
  close?.()
  close = null
}
