import { randomUUID } from "node:crypto"
import pg from "pg"
import { findRunningEmbedded } from "../../packages/core/src/db/embedded/embedded.ts"
import { openSession, type Session, signIn } from "../../packages/testing/src/session.ts"
import {
  ADMIN,
  LOAD_CORE,
  pin,
  postgresProcesses,
  type Running,
  SERVER_CORE,
  scratchFolder,
  startProduct,
} from "../stage/product.ts"
import { size } from "../stage/size.ts"
import type { StreamRequest } from "./load-streams.ts"
import type { ChatServer } from "./peers.ts"
import { type Plan, writePlan } from "./plan.ts"
import { cpuTimeOf } from "./processes.ts"

/** The built product on an embedded Postgres of its own, connected to the scripted provider, with people who chat. */
export interface ChatProduct extends ChatServer {
  product: Running
  folder: string
  database: pg.Pool
  config: pg.ClientConfig
  connectionId: string
  requests(plan: Plan, count: number, mostPeople?: number): Promise<StreamRequest[]>
  /** Cookies of people; conversations go round among them. */
  people: readonly { id: string; cookie: string }[]
}

/** Budgets and limits are each person's own; nobody comes near theirs, nor makes calls by the thousand. */
const PEOPLE = size(25, 1)

export async function startChatProduct(providerUrl: string): Promise<ChatProduct> {
  const folder = scratchFolder()
  const product = await startProduct(folder.path)
  pin(product.child.pid!, SERVER_CORE)
  const postgres = postgresProcesses(folder.path)
  // Started by a process that is pinned itself: it may use both cores, as it would without us.
  for (const pid of postgres) pin(pid, `${SERVER_CORE},${LOAD_CORE}`)
  const config = (await findRunningEmbedded(folder.path))!
  const database = new pg.Pool({ ...config, max: 2 })
  // Postgres may stop before the last connection has said goodbye; that is no reason to end without the figures.
  database.on("error", () => {})
  await database.query("UPDATE platform.ai_settings SET calls_per_minute = 10000")
  const admin = await signIn(product.url, ADMIN.email, ADMIN.password)
  const connection = await demand<{ id: string }>(admin, "ai.createConnection", {
    driver: "openai-compatible",
    label: "Scripted",
    baseUrl: providerUrl,
    apiKey: "none-needed",
    defaultModel: "scripted",
    availableModels: ["scripted"],
    contextWindowTokens: 200_000,
    disableTopicalClassifier: true,
  })
  const people: ChatProduct["people"][number][] = []
  while (people.length < PEOPLE) people.push(await join(product.url, admin, people.length))

  return {
    product,
    folder: folder.path,
    database,
    config,
    people,
    connectionId: connection.id,
    pid: product.child.pid!,
    databaseCpu: () => postgresProcesses(folder.path).reduce((sum, pid) => sum + cpuTimeOf(pid), 0),
    requests: (plan, count, most = PEOPLE) =>
      conversations({ database, product, people: people.slice(0, most), connectionId: connection.id }, plan, count),
    async stop() {
      await database.end()
      await product.stop()
      folder.remove()
    },
  }
}

/** A conversation each, named by its person, so that no title is asked for: a framework asks for none either. */
async function conversations(
  {
    database,
    product,
    people,
    connectionId,
  }: Pick<ChatProduct, "database" | "product" | "people"> & { connectionId: string },
  plan: Plan,
  count: number,
) {
  const ids = Array.from({ length: count }, () => randomUUID())
  await database.query(
    `INSERT INTO platform.conversation (id, owner_id, connection_id, model, title, titled_by)
     SELECT c.id, c.owner, $3, 'scripted', 'Measured', 'person' FROM unnest($1::uuid[], $2::uuid[]) c (id, owner)`,
    [ids, ids.map((_, at) => people[at % people.length]!.id), connectionId],
  )
  return ids.map((conversationId, at) => ({
    url: `${product.url}/api/ai/chat`,
    headers: { origin: product.url, cookie: people[at % people.length]!.cookie, accept: "text/event-stream" },
    body: JSON.stringify({ conversationId, message: { id: randomUUID(), text: writePlan(plan) } }),
  }))
}

async function join(url: string, admin: Session, n: number): Promise<{ id: string; cookie: string }> {
  const email = `person-${n}@example.test`
  const { link } = await demand<{ link: string }>(admin, "platform.invitePerson", { email, roles: ["administrator"] })
  const session = openSession(url)
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get("token")
  await demand(session, "platform.acceptInvitation", { token, name: `Person ${n}`, password: ADMIN.password })
  const { id } = await demand<{ id: string }>(session, "platform.me", {})
  return { id, cookie: session.cookie() }
}

export async function demand<T>(session: Session, verb: string, input: object): Promise<T> {
  const { status, body } = await session.call<T>(verb, input)
  if (status !== 200) throw new Error(`${verb}: ${status} ${JSON.stringify(body)}`)
  return body
}
