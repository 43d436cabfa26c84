import type { PageSnapshot } from "../../contract/chat/page-snapshot.ts"
import type { TabAnswer, TabBeat, TabBeatAnswer, TabRequest } from "../../contract/chat/tab.ts"
import { CallError } from "../call.ts"
import type { TurnNews } from "../chat/turn-numbers.ts"

export interface TabBridge {
  /** Every turn that this tab hears of, whoever shows it. */
  hear(news: TurnNews): void
  /** Says for which turns this tab is there. */
  beat(): void
}

export interface TabBridgeOptions {
  tab: string
  /** By the tool's name. Throws where it cannot be done. */
  run(request: TabRequest, conversationId: string, signal: AbortSignal): Promise<unknown>
  post(address: string, body: unknown): Promise<unknown>
  /** What the tab shows now. */
  shown(): Promise<PageSnapshot>
}

interface Heard {
  conversationId: string
  request: TabRequest
  signal: AbortSignal
}

type Answer = Pick<TabAnswer, "result" | "images" | "failed" | "snapshot">

/** The tab's end of the bridge: says that it is there while turns run, does what it is asked once, and answers. */
export function createTabBridge({ tab, run, post, shown }: TabBridgeOptions): TabBridge {
  /** By conversation. */
  const running = new Map<string, { turnId: string; abort: AbortController }>()
  /** By request and number. */
  const heard = new Map<string, Heard>()
  const begun = new Set<string>()

  /**
   * Does what the server still waits for: a tab that is loaded again hears its turn from the beginning, and what was
   * answered long ago must not move it now. What did not get through is done with the next time.
   */
  async function sayHere(): Promise<void> {
    const conversationIds = [...running.keys()].slice(0, MOST_CONVERSATIONS)
    if (conversationIds.length === 0) return
    const { open } = (await post("/api/ai/chat/tabs", { tab, conversationIds } satisfies TabBeat)) as TabBeatAnswer
    for (const one of open) {
      const key = keyOf(one)
      const asked = heard.get(key)
      if (!asked || begun.has(key)) continue
      begun.add(key)
      void serve(asked).catch((error) => isPast(error) || begun.delete(key))
    }
  }

  async function serve({ conversationId, request, signal }: Heard): Promise<void> {
    const { requestId, lease, toolName } = request
    const send = (answer: Answer) =>
      post(`/api/ai/chat/${conversationId}/tool-result`, { requestId, tab, lease, ...answer } satisfies TabAnswer)
    const answer = await run(request, conversationId, signal).then(picturesApart, (error: unknown): Answer => {
      console.warn(`"${toolName}" could not be done in this tab.`, error)
      return { failed: true }
    })
    try {
      await send({ ...answer, snapshot: await shown() })
    } catch (error) {
      if (!(error instanceof CallError) || error.body.code !== "invalid_input") throw error
      console.warn(`What "${toolName}" answered in this tab was refused.`, error)
      await send({ failed: true })
    }
  }

  return {
    beat: () => void sayHere().catch(() => {}),
    hear(news) {
      const { conversationId, turnId } = news
      const known = running.get(conversationId)
      if (news.type === "ended") {
        if (known?.turnId !== turnId) return
        known.abort.abort()
        running.delete(conversationId)
        for (const [key, one] of heard) if (one.conversationId === conversationId) heard.delete(key)
        return
      }
      const turn = known?.turnId === turnId ? known : { turnId, abort: new AbortController() }
      if (turn !== known) known?.abort.abort()
      running.set(conversationId, turn)
      const requests = news.events.flatMap((event) =>
        event.type === "data-tool-request" && event.data.tab === tab ? [event.data] : [],
      )
      for (const request of requests) heard.set(keyOf(request), { conversationId, request, signal: turn.abort.signal })
      if (turn !== known || requests.length > 0) void sayHere().catch(() => {})
    },
  }
}

function keyOf({ requestId, lease }: { requestId: string; lease: number }): string {
  return `${requestId} ${lease}`
}

/** Late or doubled: whoever asked knows. */
function isPast(error: unknown): boolean {
  return error instanceof CallError && (error.body.code === "not_found" || error.body.code === "conflict")
}

const MOST_CONVERSATIONS = 50

/** They travel beside the result, and are judged by their bytes. */
function picturesApart(result: unknown): Pick<TabAnswer, "result" | "images"> {
  if (typeof result !== "object" || result === null || !("images" in result)) return { result }
  const { images, ...rest } = result
  return { result: rest, images: images as TabAnswer["images"] }
}
