import { randomUUID } from "node:crypto"
import type { TabRequest } from "../../contract/chat/tab.ts"
import type { TestChat } from "../chat.fixture.ts"
import { type FollowFrame, readStream, type StreamReader } from "../stream/stream-reader.fixture.ts"

/** An open page as the servers know it: it speaks the protocol and nothing else. */
export interface Tab {
  readonly id: string
  /** Sends a message and is the tab that is asked. */
  send(text: string, at?: string): Promise<string>
  beat(at?: string): Promise<{ status: number; open: { requestId: string; lease: number }[] }>
  /** The next request to this tab, or the n-th. */
  asked(count?: number): Promise<TabRequest>
  requests(): TabRequest[]
  answer(
    request: TabRequest,
    result: unknown,
    more?: { at?: string; body?: object; cookie?: string },
  ): Promise<Answered>
  /** The turn's end and what the model said last. */
  over(): Promise<{ state: string; text: string }>
  close(): void
}

export interface Answered {
  status: number
  message: string
}

/** A tab of Ana's that shows a conversation, on one of the servers. */
export async function openTab(chat: TestChat, conversationId: string, at: string): Promise<Tab> {
  const id = randomUUID()
  const abort = new AbortController()
  const cookie = chat.session.cookie()
  const response = await fetch(`${at}/api/ai/chat/follow?c=${conversationId}:-:0`, {
    headers: { cookie },
    signal: abort.signal,
  })
  const stream: StreamReader<FollowFrame> = readStream<FollowFrame>(response, abort)
  const events = () => stream.frames.flatMap(({ data }) => data.events ?? [])
  const requests = () =>
    events().flatMap((event) => (event.type === "data-tool-request" && event.data.tab === id ? [event.data] : []))
  const post = (path: string, body: object, server = at, by = cookie) =>
    fetch(`${server}/api/ai/chat${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json", origin: server, cookie: by },
      body: JSON.stringify(body),
    })

  return {
    id,
    requests,
    async send(text, server = at) {
      const message = { id: randomUUID(), text }
      const sent = await post("", { conversationId, message, tab: id }, server)
      return ((await sent.json()) as { turnId: string }).turnId
    },
    async beat(server = at) {
      const answer = await post("/tabs", { tab: id, conversationIds: [conversationId] }, server)
      return { status: answer.status, ...((await answer.json()) as { open: { requestId: string; lease: number }[] }) }
    },
    async asked(count = 1) {
      await stream.until(() => requests().length >= count)
      return requests()[count - 1]!
    },
    async answer({ requestId, lease }, result, { at: server, body = {}, cookie: by } = {}) {
      const given = { requestId, tab: id, lease, result, ...body }
      const answer = await post(`/${conversationId}/tool-result`, given, server, by)
      const { message = "" } = (await answer.json()) as { message?: string }
      return { status: answer.status, message }
    },
    async over() {
      await stream.until((frames) => frames.some(({ data }) => data.ended))
      const text = events().flatMap((event) => (event.type === "text-delta" ? [event.delta] : []))
      return { state: stream.frames.findLast(({ data }) => data.ended)!.data.ended!, text: text.join("") }
    },
    close: () => stream.leave(),
  }
}
