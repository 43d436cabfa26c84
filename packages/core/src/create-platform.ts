import { randomUUID } from "node:crypto"
import type { ServerResponse } from "node:http"
import type { Hono } from "hono"
import type pg from "pg"
import type { Announcement } from "./access/announce.ts"
import type { Caller } from "./access/ctx.ts"
import type { AnyVerb } from "./access/implement.ts"
import { createKinds } from "./access/points/kinds.ts"
import { recordChanges, recordRefusal } from "./access/record-changes.ts"
import { demandRecords } from "./access/recorded-in.ts"
import type { Runtime } from "./access/runtime.ts"
import { seedRoles } from "./access/seed-roles.ts"
import { ensureAuditEpoch } from "./audit/audit-epoch.ts"
import { type ChatOptions, openChat } from "./chat/open-chat.ts"
import { watchConnections } from "./connections/open-connection.ts"
import type { Transport } from "./contract/effect.ts"
import { onlyKnown } from "./contract/known-fields.ts"
import { MCP_PATH } from "./contract/platform/oauth.ts"
import { type AnyProcedure, type InputOf, inputSchemaOf, metaOf, type OutputOf } from "./contract/procedure.ts"
import type { Database } from "./db/database.ts"
import { migrate, oneAtATime, type PluginMigrations } from "./db/migrate.ts"
import type { Plugin } from "./define-plugin.ts"
import { createEgress, type EgressOptions } from "./egress/guarded-fetch.ts"
import { DeveloperError } from "./errors.ts"
import { createDeliveries, TakenError } from "./events/deliveries.ts"
import { claimDelivery, type Delivery, endDelivery } from "./events/delivery-store.ts"
import { insertEvents } from "./events/event-store.ts"
import { callEgress } from "./gate/call-egress.ts"
import { type AppEnv, createApp } from "./http/app.ts"
import { createEventStreams } from "./http/event-stream.ts"
import { createHealth, mountHealth } from "./http/health.ts"
import { securityHeaders } from "./http/security-headers.ts"
import { publishTold } from "./http/topic-news.ts"
import { createIdentity, type Identity } from "./identity/identity.ts"
import { type Principal, servicePrincipal } from "./identity/principal/principal.ts"
import { createRuleRegistry, type RuleRegistry } from "./identity/principal/rule-registry.ts"
import { createJobs, type JobRun } from "./jobs/jobs.ts"
import type { Log } from "./log.ts"
import { createMail } from "./mail/mail.ts"
import type { EndpointOptions } from "./mcp/endpoint.ts"
import { createMcpDoor } from "./mcp/mcp-door.ts"
import { addProcessMetrics, createMetrics } from "./metrics.ts"
import { mountOauth } from "./reserved/oauth/mount-oauth.ts"
import { platformPlugin } from "./reserved/platform-plugin.ts"
import { bindSecrets, sealedColumnsOf } from "./reserved/secrets/rotate-secrets.ts"
import { createSecrets, type Secrets } from "./secrets/secrets.ts"
import { knowStoredSecrets, SEALED_CHANNEL } from "./secrets/stored-secrets.ts"
import { publishChanges } from "./signals/changes.ts"
import { createSignals, type Signals } from "./signals/signals.ts"
import { createTelemetry } from "./telemetry/telemetry.ts"
import { createToolRegistry } from "./tools/registry.ts"
import { validatePlugins } from "./validate-plugins.ts"
import { inOrderOfNeed } from "./validate-wiring.ts"
import { createWorkers } from "./workers/workers.ts"

export interface PlatformOptions {
  plugins: readonly Plugin[]
  database: Database
  /** Seals secrets and signs sessions. */
  secret: string
  /** Given when the log's mask needs them before the platform exists. */
  secrets?: Secrets
  log: Log
  version?: string
  publicUrl?: string | null
  siteOrigin?: string | null
  role?: "all" | "web" | "worker"
  now?: () => Date
  /** How URLs that outsiders supply are reached: an administrator's allow-list, and what tests need. */
  egress?: EgressOptions
  /** Lets a collector elsewhere read /metrics; loopback always may. */
  metricsToken?: string | null
  /** Whether spans carry what was said. Off unless an administrator wants it. */
  captureContent?: boolean
  /** How fast turns are written down, and dead pods noticed. */
  chat?: ChatOptions
  /** What an app adds to the MCP endpoint. */
  mcp?: Pick<EndpointOptions, "extend" | "streams">
  /** What an app serves beside the API: pages, assets. */
  extend?: (app: Hono<AppEnv>) => void
}

export interface Platform {
  readonly verbs: ReadonlyMap<string, AnyVerb>
  readonly registry: RuleRegistry
  readonly database: Database
  readonly identity: Identity
  readonly signals: Signals
  /** `outgoing`: Node's response, where there is one; streams are then written to it directly. */
  fetch(request: Request, address: string, outgoing?: ServerResponse): Promise<Response>
  /** A caller for code that already knows who it acts as: the CLI, jobs, tests. */
  caller(principal: Principal, transport: Transport, correlationId?: string): Caller
  call<P extends AnyProcedure>(caller: Caller, procedure: P, input: InputOf<P>): Promise<OutputOf<P>>
  start(): Promise<void>
  /** Before the server stops listening: /readyz turns red and open pages are sent to another pod. */
  drain(): void
  stop(graceMs?: number): Promise<void>
}

/** The only place that knows every folder: it wires them and decides nothing itself. */
export function createPlatform(options: PlatformOptions): Platform {
  const { database, log, now = () => new Date(), role = "all" } = options
  const plugins = validatePlugins([platformPlugin, ...options.plugins])
  const verbs = new Map(
    plugins.flatMap((plugin) => Object.values(plugin.verbs).map((verb) => [metaOf(verb.procedure).id, verb] as const)),
  )
  const registry = createRuleRegistry(plugins.flatMap((plugin) => plugin.access))
  const events = new Map(plugins.flatMap((plugin) => plugin.events.map((event) => [event.id, event] as const)))
  const reactions = plugins.flatMap((plugin) => plugin.reactions)
  const subscribers = new Map(
    [...events.keys()].map((id) => [
      id,
      reactions.filter(({ event }) => event === "*" || event.id === id).map(({ verb }) => metaOf(verb.procedure).id),
    ]),
  )
  const signals = createSignals(database, log)
  watchConnections(database, signals)
  const secrets = options.secrets ?? createSecrets({ secret: options.secret })
  const metrics = createMetrics()
  // Nobody who fills the pool keeps others from being recognised, or the orchestrator from hearing that we are well.
  const vital = { ...database, ...database.vital }
  const health = createHealth(vital)
  const mail = createMail({ database, secrets, log })
  const { mask, maskFor } = secrets
  const jobs = createJobs({ database, log, listener: signals.listener, metrics, mask })
  const deliveries = createDeliveries({ database, signals, log, metrics, mask })
  const publicUrl = options.publicUrl ?? null
  const tools = createToolRegistry(plugins)
  const kinds = createKinds(plugins)
  const identity = createIdentity({ database: vital, signals, registry, secret: options.secret, publicUrl, log })

  const runtime: Runtime = {
    database,
    log,
    now,
    // A clock that a test sets is the only one.
    instantOf: async (transaction) => options.now?.() ?? transaction.instant(),
    plugins,
    registry,
    identity,
    secrets,
    mail,
    egress: createEgress({ log, ...options.egress }),
    publicUrl,
    tools,
    kinds,
    isName: (word) => verbs.has(word) || tools.find(word)?.name === word,
    telemetry: createTelemetry({ metrics, captureContent: options.captureContent ?? false, mask }),
    chat: { stop: (asked, conversationId) => chat.chat.stop(asked, conversationId) },
    verbOf(procedure: AnyProcedure) {
      const verb = verbs.get(metaOf(procedure).id)
      if (!verb)
        throw new DeveloperError(
          `No plugin implements ${metaOf(procedure).id}. Add its plugin to the list in apps/server.`,
        )
      return verb
    },
    recordChanges: (transaction, caller, changes) => recordChanges(transaction, caller, changes, mask),
    recordRefusal: (caller, procedure, note) => recordRefusal(database, caller, procedure, note, mask),
    publishSignals: (changes) => publishChanges(signals, changes),
    tellPages: (told) => publishTold(signals, told),
    publishSealed: () => signals.publish(SEALED_CHANNEL, ["anew"]),
    events,
    subscribersOf: (eventId) => subscribers.get(eventId) ?? [],
    wakeDeliveries: () => deliveries.wake(),
    async writeEvents(transaction, announcements, { correlationId }) {
      const written = announcements.map((one) => ({ ...toEvent(one), correlationId }))
      await insertEvents(transaction, written)
      if (written.some((one) => one.subscribers.length > 0)) transaction.afterCommit(() => deliveries.wake())
    },
    callEgress,
    enqueueJob: (transaction, job, data, { after, singletonKey }, { correlationId, causation }) =>
      jobs.enqueue(transaction, job, data, { after, singletonKey, correlationId, causation }),
  }

  function toEvent({ id, event, aboutId, payload, causation }: Announcement) {
    const heard = { event: event.id, subscribers: subscribers.get(event.id) ?? [] }
    return { id, ...heard, aboutType: event.about.type, aboutId, payload, causation }
  }

  /** Claim, effect, audit rows and the end of the delivery are one transaction: it happens once or not at all. */
  async function deliver({ id, subscriber, correlationId, envelope }: Delivery): Promise<void> {
    const verb = verbs.get(subscriber)!
    const whole = reactions.some((one) => one.event === "*" && one.verb === verb)
    const input = onlyKnown(inputSchemaOf(verb.procedure), whole ? envelope : envelope.payload)
    const [plugin = "platform"] = subscriber.split(".")
    const receiving: Caller = {
      ...caller(servicePrincipal(plugin), "job", correlationId),
      causation: [...envelope.causation, envelope.id],
      bracket: {
        mode: "write",
        async before(transaction) {
          if (!(await claimDelivery(transaction, id))) throw new TakenError()
          return undefined
        },
        after: (transaction) => endDelivery(transaction, id),
      },
    }
    await verb(receiving, input as never)
  }

  const chat = openChat({ runtime, signals, settings: options.chat })

  const workers = createWorkers(
    runtime,
    plugins.flatMap((plugin) => plugin.workers),
  )

  const caller: Platform["caller"] = (principal, transport, correlationId = randomUUID()) => ({
    principal,
    transport,
    correlationId,
    runtime,
  })

  const eventStreams = createEventStreams({
    signals,
    authenticate: (request) => identity.authenticate(request),
    topics: new Map(plugins.flatMap(({ topics = [] }) => topics.map((one) => [one.topic.id, one] as const))),
    caller: (principal) => caller(principal, "http"),
    log,
  })
  const siteOrigin = options.siteOrigin ?? null
  const secure = publicUrl?.startsWith("https:") ?? false
  const origins = new Set(publicUrl ? [new URL(publicUrl).origin] : [])
  const mcp = createMcpDoor({
    runtime,
    signals,
    origins,
    version: options.version ?? "0.0.0",
    ...options.mcp,
  })
  addProcessMetrics(metrics, options.version ?? "0.0.0")
  addPlatformMetrics()

  const app = createApp({
    verbs,
    routes: plugins.flatMap((plugin) => plugin.routes),
    log,
    version: options.version ?? "0.0.0",
    origins,
    siteOrigin,
    secure,
    metrics,
    maskFor,
    isName: runtime.isName,
    authenticate: (request) => identity.authenticate(request),
    createCaller: ({ principal, correlationId, http }) => ({
      principal,
      transport: "http",
      correlationId,
      runtime,
      http,
    }),
    extend(extended) {
      mountOauth(extended, {
        origins,
        log,
        maskFor,
        caller: (http, correlationId) => ({ ...caller(servicePrincipal("oauth"), "http", correlationId), http }),
      })
      mountHealth(extended, { health, metrics, metricsToken: options.metricsToken ?? null })
      extended.get("/api/v1/events", (c) => eventStreams.open(c.req.raw))
      extended.all(MCP_PATH, (c) => mcp.answer(c))
      chat.mount(extended, { origins, headers: securityHeaders({ siteOrigin, secure }) })
      options.extend?.(extended)
    },
  })

  return {
    verbs,
    registry,
    database,
    identity,
    signals,
    caller,
    call: (asked, procedure, input) => runtime.verbOf(procedure)(asked, input as never) as never,
    fetch: async (request, address, outgoing) => app.fetch(request, { address, outgoing }),
    async start() {
      const sayWaiting = () =>
        log.info("Another server is setting up the database; this one waits until it has finished.")
      await migrate(database, migrationsOf(plugins), sayWaiting)
      await demandRecords(
        database,
        [...verbs.values()].map((verb) => metaOf(verb.procedure)),
      )
      await seedRoles(database, [...registry.rules.values()])
      const unreadable = await oneAtATime(database, () => bindSecrets(database, secrets, plugins))
      if (unreadable.length > 0)
        log.warn(
          "Stored secrets cannot be opened: add their COUNTERSIGN_SECRET to the previous ones, or set them again.",
          {
            where: unreadable.slice(0, 10),
          },
        )
      if (await ensureAuditEpoch(database.pool))
        log.info("This database was moved to another cluster; the audit log continues in a new epoch.")
      await signals.start()
      await knowStoredSecrets({ database, secrets, signals, columns: sealedColumnsOf(plugins), log })
      const all = plugins.flatMap((plugin) => plugin.jobs)
      const run = async (job: (typeof all)[number], { correlationId, causation, data }: JobRun) => {
        const [plugin = "platform"] = job.name.split(".")
        await job.verb({ ...caller(servicePrincipal(plugin), "job", correlationId), causation }, data as never)
      }
      // Creating the job tables and partitions is not safe to do twice at once.
      const prepare = async (client: pg.ClientBase) => {
        await deliveries.prepare(client)
        await jobs.start(all, role === "web" ? null : run)
      }
      await oneAtATime(database, prepare, sayWaiting)
      const heard = [...new Set([...subscribers.values()].flat())]
      deliveries.start(role === "web" ? null : { subscribers: heard, deliver })
      await chat.start()
      if (role !== "web") await workers.start()
      health.phase = "running"
    },
    drain() {
      health.phase = "stopping"
      eventStreams.closeAll()
      mcp.drain()
      chat.drain()
    },
    async stop(graceMs = 20_000) {
      health.phase = "stopping"
      eventStreams.closeAll()
      mcp.drain()
      await Promise.all([chat.stop(graceMs), jobs.stop(graceMs), deliveries.stop(graceMs), workers.stop(graceMs)])
      await signals.stop()
    },
  }

  function addPlatformMetrics(): void {
    const { pool } = database
    metrics.gauge("countersign_database_connections", "Connections of the pool by state.", () => [
      { labels: { state: "busy" }, value: pool.totalCount - pool.idleCount },
      { labels: { state: "idle" }, value: pool.idleCount },
      { labels: { state: "wanted" }, value: pool.waitingCount },
    ])
    metrics.gauge("countersign_signals_connected", "1 while news from other pods is heard.", () => [
      { value: signals.listener.connected ? 1 : 0 },
    ])
    metrics.gauge("countersign_turns_running", "Turns this server is in the middle of.", () => [
      { value: chat.counts.turns },
    ])
    metrics.gauge("countersign_chat_streams", "Open connections that follow turns.", () => [
      { value: chat.counts.streams },
    ])
    metrics.gauge("countersign_event_streams", "Open pages that are told of changes.", () => [
      { value: eventStreams.count },
    ])
  }
}

export function migrationsOf(plugins: readonly Plugin[]): PluginMigrations[] {
  const all = plugins.includes(platformPlugin) ? plugins : [platformPlugin, ...plugins]
  return inOrderOfNeed(all).map(({ id, migrations }) => ({ plugin: id, migrations }))
}
