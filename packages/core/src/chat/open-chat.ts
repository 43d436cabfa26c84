import { randomUUID } from "node:crypto"
import type { Hono } from "hono"
import type { Runtime } from "../access/runtime.ts"
import type { AppEnv } from "../http/app.ts"
import { hearChanges } from "../signals/changes.ts"
import type { Signals } from "../signals/signals.ts"
import { type BridgeTimes, createBridge } from "./bridge/bridge.ts"
import { type Chat, createChat } from "./chat.ts"
import { mountChat } from "./chat-door.ts"
import { watchNotes } from "./prompt/turn-notes.ts"
import { CONVERSATION_CHANNEL } from "./stream/follow-many.ts"
import { createOpenStreams } from "./stream/open-streams.ts"
import { rescueCalls } from "./stream/rescue-calls.ts"
import { createTurnHub } from "./stream/turn-hub.ts"
import { type PodTimes, watchPods } from "./stream/watch-pods.ts"
import type { ModelPatience } from "./turn/play-turn.ts"

export interface ChatOptions {
  /** How long what a turn says may wait before it is written down. */
  flushMs?: number
  /** How pods tell that one of them died. */
  pods?: PodTimes
  /** How long a silent model is waited for, and how often one that could not answer is asked again. */
  patience?: ModelPatience
  /** How long tabs are waited for. */
  bridge?: Partial<BridgeTimes>
}

export interface OpenChat {
  readonly chat: Chat
  readonly counts: { turns: number; streams: number }
  mount(app: Hono<AppEnv>, http: { origins: ReadonlySet<string>; headers: Readonly<Record<string, string>> }): void
  start(): Promise<void>
  /** Readers are sent to another pod; their turns go on. */
  drain(): void
  stop(graceMs: number): Promise<void>
}

/** A decision whose turn could not begin at once is looked for again. */
const LOOK_AGAIN_MS = 5_000
/** Several proposals are often decided in one go. */
const GATHER_MS = 50

/** Wires the parts of the chat; decides nothing itself. */
export function openChat(options: { runtime: Runtime; signals: Signals; settings?: ChatOptions }): OpenChat {
  const { runtime, signals, settings = {} } = options
  const { database, log } = runtime
  const pod = randomUUID()
  watchNotes(runtime, signals)
  const hub = createTurnHub({ database, signals, log, pod, masking: runtime.secrets.words, flushMs: settings.flushMs })
  const { keyring } = runtime.secrets
  const bridge = createBridge({ database, signals, keyring, log, times: settings.bridge })
  const chat = createChat({ runtime, signals, hub, pod, bridge, patience: settings.patience })
  const streams = createOpenStreams({ signals, authenticate: (request) => runtime.identity.authenticate(request) })
  const watch = watchPods({
    database,
    log,
    pod,
    times: settings.pods,
    mask: runtime.secrets.words.mask,
    rescueCalls: (rows, said) => rescueCalls(runtime, rows, said),
    own: hub,
    onClosed({ turnId, conversationId }) {
      hub.tellClosed(turnId)
      signals.publish(CONVERSATION_CHANNEL, [conversationId])
      runtime.publishSignals(["ai.conversation"])
    },
  })
  let soon: NodeJS.Timeout | undefined
  let later: NodeJS.Timeout | undefined
  let stopped = false
  const acknowledge = () => {
    soon = undefined
    if (stopped) return
    chat
      .acknowledge()
      .catch((error) => log.debug("Decided proposals could not be looked for.", { error: String(error) }))
  }
  hearChanges(signals, ({ resource }) => {
    if (resource === "ai.proposal" && !stopped) soon ??= setTimeout(acknowledge, GATHER_MS).unref()
  })

  return {
    chat,
    get counts() {
      return { turns: hub.running, streams: streams.count }
    },
    mount: (app, http) => mountChat(app, { runtime, signals, chat, hub, bridge, streams, ...http }),
    async start() {
      await watch.start()
      bridge.start()
      later = setInterval(acknowledge, LOOK_AGAIN_MS).unref()
    },
    drain: () => streams.closeAll(),
    async stop(graceMs) {
      stopped = true
      clearTimeout(soon)
      clearInterval(later)
      bridge.stop()
      streams.closeAll()
      await hub.close(graceMs)
      watch.stop()
    },
  }
}
