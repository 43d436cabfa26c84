import { useEffect, useEffectEvent } from "react"
import type { TabRequest } from "../../contract/chat/tab.ts"
import { postJson } from "../call.ts"
import { hearTurns } from "../chat/conversation-store.ts"
import { pageSnapshot } from "../chat/page-snapshot.ts"
import { useRegistry } from "../registry.ts"
import { onBeat } from "./beat.ts"
import type { TabPage } from "./runner.ts"
import { createTabBridge } from "./tab-bridge.ts"
import { tabId } from "./tab-id.ts"

/** Has this tab do what models ask of it. `page` is the tab as the shell lets runners touch it. */
export function useTabBridge(page: Pick<TabPage, "me" | "now" | "open">): void {
  const registry = useRegistry()
  const run = useEffectEvent(async ({ toolName, input }: TabRequest, conversationId: string, signal: AbortSignal) => {
    const load = registry.runnerOf(toolName)
    if (!load) throw new Error(`This tab does not know "${toolName}": it was loaded before the tool was there.`)
    const { default: runner } = await load()
    return runner(input as never, { ...page, registry, conversationId, signal })
  })
  const shown = useEffectEvent(() => pageSnapshot(registry, page.now().path))
  useEffect(() => {
    const bridge = createTabBridge({
      tab: tabId(),
      run: (request, conversationId, signal) => run(request, conversationId, signal),
      post: postJson,
      shown: () => shown(),
    })
    const stops = [hearTurns(bridge.hear), onBeat(bridge.beat)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}
