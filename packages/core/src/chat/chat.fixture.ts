import type { ChildProcess } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import type { RehearsalScript } from "@countersign/llm"
import {
  type RehearsalServer,
  type RehearsalServerOptions,
  startRehearsalServer,
} from "@countersign/llm/rehearsal-server"
import {
  openSession,
  type Session,
  spawnFixture,
  TEST_SECRET,
  type TestPlatform,
  testPlatform,
} from "@countersign/testing"
import { afterAll, expect, vi } from "vitest"
import { addConnection, type StoredConnection } from "../connections/connection-store.ts"
import type { ChatMessage, Conversation, Turn } from "../contract/chat/conversation.ts"
import type { TurnEvent } from "../contract/chat/turn-event.ts"
import type { Platform, PlatformOptions } from "../create-platform.ts"
import type { Plugin } from "../define-plugin.ts"
import { shelfPlugin } from "../gate/shelf.fixture.ts"
import { serveOnLoopback } from "../http/serve.fixture.ts"
import { ensureFirstAdministrator } from "../reserved/session/set-up/first-run.ts"
import type { ChatProcessOrders } from "./chat-process.fixture.ts"
import { findLatestTurn, getConversation, insertConversation, listMessages } from "./conversation-store.ts"

const EMAIL = "ana@example.test"
const PASSWORD = "a quiet harbour in november"

type NewConnection = Parameters<typeof addConnection>[1]

export interface TestChat {
  testing: TestPlatform
  /** The scripted model, over real HTTP. */
  provider: RehearsalServer
  connection: StoredConnection
  url: string
  /** Ana, the administrator, in a browser. */
  session: Session
  anaId: string
  newConversation(change?: { permissionMode?: "approve" | "auto"; scope?: Conversation["scope"] }): Promise<string>
  /** Sends and reads the answer to its end. */
  send(conversationId: string, text: string, more?: object): Promise<Told>
  post(body: object, headers?: Record<string, string>, at?: string): Promise<Response>
  read(conversationId: string): Promise<{ conversation: Conversation; messages: ChatMessage[]; turn: Turn | null }>
  /** Waits until nothing runs in it any more, decision turns included. */
  idle(conversationId: string): Promise<void>
  serve(platform: Platform): Promise<string>
  /** Another server on the same database: the built code, a process of its own. Killed after the file's tests at the latest. */
  startPod(orders?: Partial<ChatProcessOrders>): Promise<Pod>
  connect(draft: Partial<NewConnection>): Promise<StoredConnection>
}

export interface Pod {
  url: string
  child: ChildProcess
  /** Sends the signal and waits for the end. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>
}

export interface Told {
  status: number
  events: TurnEvent[]
  ids: number[]
  text: string
}

/** The platform with a scripted model behind it, and Ana signed in. */
export async function testChat(options: {
  scripts: readonly RehearsalScript[]
  plugins?: readonly Plugin[]
  provider?: Partial<RehearsalServerOptions>
  connection?: Partial<NewConnection>
  /** Nothing of it runs from source: `url` is the built code too, in a process of its own. */
  built?: true
  platform?: Partial<Pick<PlatformOptions, "chat" | "egress" | "log" | "now">>
}): Promise<TestChat> {
  const provider = await startRehearsalServer({ scripts: options.scripts, ...options.provider })
  afterAll(() => provider.close())
  const plugins = options.plugins ?? [shelfPlugin]
  const settings = { flushMs: 20, pods: { beatMs: 100, deadAfterMs: 500 } }
  const testing = await testPlatform({ plugins, chat: settings, ...options.platform })
  const { database } = testing
  const pods: Pod[] = []
  afterAll(() => Promise.all(pods.map((pod) => pod.end("SIGKILL"))))
  await ensureFirstAdministrator(testing.platform, { email: EMAIL, password: PASSWORD })
  if (options.built) await testing.platform.stop(0)
  const url = options.built ? (await startPod()).url : await serve(testing.platform)
  const session = openSession(url)
  await session.call("platform.signIn", { email: EMAIL, password: PASSWORD })
  const { rows } = await database.pool.query("SELECT id FROM platform.person WHERE email = $1", [EMAIL])
  const anaId = rows[0].id as string
  const connection = await connect(options.connection ?? {})

  return {
    testing,
    provider,
    connection,
    url,
    session,
    anaId,
    serve,
    startPod,
    connect,
    post,
    async newConversation({ permissionMode = "approve", scope = "operate" } = {}) {
      const { id } = await insertConversation(database.direct, {
        ownerId: anaId,
        scope,
        connectionId: connection.id,
        model: null,
      })
      await database.pool.query("UPDATE platform.conversation SET permission_mode = $2 WHERE id = $1", [
        id,
        permissionMode,
      ])
      return id
    },
    async send(conversationId, text, more = {}) {
      return readAnswer(await post({ conversationId, message: { id: randomUUID(), text }, ...more }))
    },
    async read(conversationId) {
      const { messages } = await listMessages(database.direct, conversationId)
      return {
        conversation: await getConversation(database.direct, anaId, conversationId),
        messages,
        turn: await findLatestTurn(database.direct, conversationId),
      }
    },
    async idle(conversationId) {
      const busy = `SELECT 1 FROM platform.turn WHERE conversation_id = $1 AND state = 'running' UNION ALL
        SELECT 1 FROM platform.tool_call WHERE conversation_id = $1 AND acknowledged_turn IS NULL
          AND status IN ('applied', 'failed', 'declined', 'unknown') AND expires_at IS NOT NULL`
      const count = async () => (await database.pool.query(busy, [conversationId])).rowCount
      await vi.waitFor(async () => expect(await count(), "what still runs").toBe(0), { timeout: 15_000, interval: 20 })
    },
  }

  async function serve(platform: Platform): Promise<string> {
    const served = await serveOnLoopback(platform)
    afterAll(() => served.close())
    return served.url
  }

  async function startPod(orders: Partial<ChatProcessOrders> = {}): Promise<Pod> {
    const { child, said } = await spawnFixture("chat-process", {
      connection: database.config,
      secret: TEST_SECRET,
      plugins: plugins.map(({ id }) => id),
      chat: options.platform?.chat ?? settings,
      ...orders,
    } satisfies ChatProcessOrders)
    const ended = once(child, "exit")
    const end = async (signal: "SIGTERM" | "SIGKILL") => {
      child.kill(signal)
      await ended
    }
    const pod = { url: said, child, end }
    pods.push(pod)
    return pod
  }

  function connect(draft: Partial<NewConnection>): Promise<StoredConnection> {
    return addConnection(database.direct, {
      driver: "openai-compatible",
      label: "Scripted",
      baseUrl: `${provider.url}/v1`,
      settings: {},
      sealedKey: null,
      models: null,
      defaultModel: "scripted-1",
      availableModels: [],
      contextWindowTokens: 128_000,
      modelFamily: "generic",
      spendCap: null,
      disableTopicalClassifier: true,
      roles: [],
      ...draft,
    })
  }

  function post(body: object, headers: Record<string, string> = {}, at = url): Promise<Response> {
    return fetch(`${at}/api/ai/chat`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: at, cookie: session.cookie(), ...headers },
      body: JSON.stringify(body),
    })
  }
}

/** The stream to its end, event by event. */
export async function readAnswer(response: Response): Promise<Told> {
  const body = await response.text()
  const events: TurnEvent[] = []
  const ids: number[] = []
  for (const frame of body.split("\n\n")) {
    const data = /^data: (.*)$/m.exec(frame)?.[1]
    if (!data || data === "[DONE]") continue
    events.push(JSON.parse(data) as TurnEvent)
    ids.push(Number(/^id: (\d+)$/m.exec(frame)?.[1]))
  }
  const text = events.flatMap((event) => (event.type === "text-delta" ? [event.delta] : [])).join("")
  return { status: response.status, events, ids, text: text || (events.length === 0 ? body : "") }
}
