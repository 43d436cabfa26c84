import type { AgainRequest, ChatRequest, NewMessage } from "../../contract/chat/conversation.ts"
import { tabId } from "../bridge/tab-id.ts"
import { postJson } from "../call.ts"
import { conversationStore, keepFollowing } from "./conversation-store.ts"

export type MessageDraft = Omit<NewMessage, "id">

/** Sends a message and is done when the server has taken it; the answer comes to everyone who follows. */
export async function sendMessage(
  request: Omit<ChatRequest, "message" | "timeZone">,
  draft: MessageDraft,
): Promise<{ turnId: string }> {
  const store = conversationStore(request.conversationId)
  const { failed } = store.read()
  // It may have arrived although no answer came back: the same id finds its turn instead of starting another.
  const id = failed && isSame(failed, draft) ? failed.id : newId()
  const message: NewMessage = { id, ...draft }
  store.change({ outgoing: { ...message, at: new Date().toISOString(), turnId: null }, failed: null })
  try {
    const sent = { ...request, message, timeZone: timeZone(), tab: tabId() } satisfies ChatRequest
    const taken = (await postJson("/api/ai/chat", sent)) as { turnId: string }
    keepFollowing(request.conversationId, taken.turnId)
    store.change({ outgoing: { ...message, at: new Date().toISOString(), turnId: taken.turnId } })
    return taken
  } catch (error) {
    store.change({ outgoing: null, failed: message })
    throw error
  }
}

/** Asks for another answer to the last question and is done when the server has begun it. */
export async function askAgain(request: Omit<AgainRequest, "regenerate" | "timeZone">): Promise<void> {
  const sent = { ...request, regenerate: true, timeZone: timeZone(), tab: tabId() } satisfies AgainRequest
  const { turnId } = (await postJson("/api/ai/chat", sent)) as { turnId: string }
  keepFollowing(request.conversationId, turnId)
}

export async function stopTurn(conversationId: string): Promise<void> {
  const store = conversationStore(conversationId)
  store.change({ stopping: true })
  try {
    await postJson(`/api/ai/chat/${conversationId}/stop`, {})
  } catch (error) {
    store.change({ stopping: false })
    throw error
  }
}

function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

function isSame(a: MessageDraft, b: MessageDraft): boolean {
  return a.text === b.text && JSON.stringify(a.images ?? []) === JSON.stringify(b.images ?? [])
}

/** Not `randomUUID`: browsers have it on secure origins only. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}
