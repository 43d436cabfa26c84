import { randomUUID } from "node:crypto"
import type { ServerResponse } from "node:http"
import type pg from "pg"
import type { Caller } from "./access/ctx.ts"
import type { AnyVerb } from "./access/implement.ts"
import { createKinds } from "./access/points/kinds.ts"
import { recordChanges, recordRefusal } from "./access/record-changes.ts"
import type { Runtime } from "./access/runtime.ts"
import { type ChatOptions, openChat } from "./chat/open-chat.ts"
import { watchConnections } from "./connections/open-connection.ts"
import type { Transport } from "./contract/effect.ts"
import { type AnyProcedure, type InputOf, metaOf, type OutputOf } from "./contract/procedure.ts"
import type { Database } from "./db/database.ts"
import { oneAtATime, type PluginMigrations } from "./db/migrate.ts"
import type { Plugin } from "./define-plugin.ts"
import { createEgress, type EgressOptions } from "./egress/guarded-fetch.ts"
import { DeveloperError } from "./errors.ts"
import { callEgress } from "./gate/call-egress.ts"
import { createHealth } from "./http/health.ts"
import { publishTold } from "./http/topic-news.ts"
import { createIdentity, type Identity } from "./identity/identity.ts"
import type { Principal } from "./identity/principal/principal.ts"
import { createRuleRegistry, type RuleRegistry } from "./identity/principal/rule-registry.ts"
import type { Log } from "./log.ts"
import { createMail } from "./mail/mail.ts"
import { createMetrics } from "./metrics.ts"
import { platformPlugin } from "./reserved/platform-plugin.ts"
import { sealedColumnsOf } from "./reserved/secrets/rotate-secrets.ts"
import { createSecrets, type Secrets } from "./secrets/secrets.ts"
import { knowStoredSecrets, SEALED_CHANNEL } from "./secrets/stored-secrets.ts"
import { publishChanges } from "./signals/changes.ts"
import { createSignals, type Signals } from "./signals/signals.ts"
import { createTelemetry } from "./telemetry/telemetry.ts"
import { createToolRegistry } from "./tools/registry.ts"
import { validatePlugins } from "./validate-plugins.ts"
import { inOrderOfNeed } from "./validate-wiring.ts"
import { type DoorOptions, openDoors, type SiteDoor } from "./wiring/open-doors.ts"
import { openEvents } from "./wiring/open-events.ts"
import { openJobs } from "./wiring/open-jobs.ts"
import { addPlatformMetrics } from "./wiring/platform-metrics.ts"
import { addPluginMetrics } from "./wiring/plugin-metrics.ts"
import { prepareDatabase } from "./wiring/prepare-database.ts"
import { createWorkers } from "./workers/workers.ts"

export interface PlatformOptions extends DoorOptions {
  plugins: readonly Plugin[]
  database: Database
  /** Seals secrets and signs sessions. */
  secret: string
  /** Given when the log's mask needs them before the platform exists. */
  secrets?: Secrets
  log: Log
  publicUrl?: string | null
  /** Where this server listens; asked when it is needed, since a free port is known late. */
  localUrl?: () => string
  /** The same for the public site; null until it listens. */
  localSiteUrl?: () => string | null
  /** A folder on this server's disk for what can be had again: it may be deleted at any moment. None where this is left out. */
  cacheFolder?: string
  role?: "all" | "web" | "worker"
  now?: () => Date
  /** How URLs that outsiders supply are reached: an administrator's allow-list, and what tests need. */
  egress?: EgressOptions
  /** Whether spans carry what was said. Off unless an administrator wants it. */
  captureContent?: boolean
  /** How fast turns are written down, and dead pods noticed. */
  chat?: ChatOptions
}

export interface Platform {
  readonly verbs: ReadonlyMap<string, AnyVerb>
  readonly registry: RuleRegistry
  readonly database: Database
  readonly identity: Identity
  readonly signals: Signals
  /** `outgoing`: Node's response, where there is one; streams are then written to it directly, and `sendText` sends the answer. */
  fetch(request: Request, address: string, outgoing?: ServerResponse): Promise<Response>
  /** A caller for code that already knows who it acts as: the CLI, jobs, tests. */
  caller(principal: Principal, transport: Transport, correlationId?: string): Caller
  call<P extends AnyProcedure>(caller: Caller, procedure: P, input: InputOf<P>): Promise<OutputOf<P>>
  /** The public site's origin; null when no plugin serves anything there. */
  readonly site: SiteDoor | null
  start(): Promise<void>
  /** Before the server stops listening: /readyz turns red and open pages are sent to another pod. */
  drain(): void
  stop(graceMs?: number): Promise<void>
}

/** The only place that knows every folder: it wires them and decides nothing itself. */
export function createPlatform(options: PlatformOptions): Platform {
  const { database, log, now = () => new Date(), role = "all", publicUrl = null } = options
  const plugins = validatePlugins([platformPlugin, ...options.plugins])
  const verbs = new Map(
    plugins.flatMap((plugin) => Object.values(plugin.verbs).map((verb) => [metaOf(verb.procedure).id, verb] as const)),
  )
  const registry = createRuleRegistry(plugins.flatMap((plugin) => plugin.access))
  const signals = createSignals(database, log)
  watchConnections(database, signals)
  const secrets = options.secrets ?? createSecrets({ secret: options.secret })
  const { mask } = secrets
  const metrics = createMetrics()
  // Nobody who fills the pool keeps others from being recognised, or the orchestrator from hearing that we are well.
  const vital = { ...database, ...database.vital }
  const health = createHealth(vital)
  const jobs = openJobs({ plugins, database, log, listener: signals.listener, metrics, mask })
  const events = openEvents({ plugins, verbs, database, signals, log, metrics, mask })
  const tools = createToolRegistry(plugins)

  const runtime: Runtime = {
    database,
    log,
    now,
    // A clock that a test sets is the only one.
    instantOf: async (transaction) => options.now?.() ?? transaction.instant(),
    plugins,
    registry,
    identity: createIdentity({ database: vital, signals, registry, secret: options.secret, publicUrl, log }),
    secrets,
    mail: createMail({ database, secrets, log }),
    egress: createEgress({ log, ...options.egress }),
    publicUrl,
    ...(options.localUrl && { localUrl: options.localUrl }),
    siteUrl: options.siteUrl ?? null,
    ...(options.localSiteUrl && { localSiteUrl: options.localSiteUrl }),
    cacheFolder: options.cacheFolder ?? null,
    tools,
    kinds: createKinds(plugins),
    isName: (word) => verbs.has(word) || tools.find(word)?.name === word,
    telemetry: createTelemetry({ metrics, captureContent: options.captureContent ?? false, mask }),
    chat: { stop: (asked, conversationId) => chat.chat.stop(asked, conversationId) },
    verbOf(procedure: AnyProcedure) {
      const { id } = metaOf(procedure)
      const verb = verbs.get(id)
      if (!verb) throw new DeveloperError(`No plugin implements ${id}. Add its plugin to the list in apps/server.`)
      return verb
    },
    callEgress,
    recordChanges: (transaction, caller, frame) => recordChanges(transaction, caller, frame, mask),
    recordRefusal: (caller, procedure, note) => recordRefusal(database, caller, procedure, note, mask),
    publishSignals: (changes) => publishChanges(signals, changes),
    tellPages: (told) => publishTold(signals, told),
    publishSealed: () => signals.publish(SEALED_CHANNEL, ["anew"]),
    ...events.ofRuntime,
    ...jobs.ofRuntime,
  }

  const chat = openChat({ runtime, signals, settings: options.chat })
  const workers = createWorkers(
    runtime,
    plugins.flatMap((plugin) => plugin.workers),
  )
  const doors = openDoors({ runtime, plugins, verbs, signals, metrics, health, chat }, options)
  addPlatformMetrics(metrics, { version: options.version ?? "0.0.0", database, signals, chat, doors })
  addPluginMetrics(metrics, runtime, plugins)

  return {
    verbs,
    registry,
    database,
    identity: runtime.identity,
    signals,
    caller: (principal, transport, correlationId = randomUUID()) => ({ principal, transport, correlationId, runtime }),
    call: (asked, procedure, input) => runtime.verbOf(procedure)(asked, input as never) as never,
    fetch: doors.fetch,
    site: doors.site,
    async start() {
      const sayWaiting = () =>
        log.info("Another server is setting up the database; this one waits until it has finished.")
      await prepareDatabase(runtime, { plugins, migrations: migrationsOf(plugins), verbs, sayWaiting })
      await signals.start()
      await knowStoredSecrets({ database, secrets, signals, columns: sealedColumnsOf(plugins), log })
      const works = role === "web" ? null : runtime
      // Creating the job tables and partitions is not safe to do twice at once.
      const prepare = async (client: pg.ClientBase) => {
        await events.prepare(client)
        await jobs.start(works)
      }
      await oneAtATime(database, prepare, sayWaiting)
      events.start(works)
      await chat.start()
      if (works) await workers.start()
      health.phase = "running"
    },
    drain() {
      health.phase = "stopping"
      doors.drain()
      chat.drain()
    },
    async stop(graceMs = 20_000) {
      health.phase = "stopping"
      doors.drain()
      await Promise.all([chat, jobs, events, workers].map((part) => part.stop(graceMs)))
      await signals.stop()
    },
  }
}

export function migrationsOf(plugins: readonly Plugin[]): PluginMigrations[] {
  const all = plugins.includes(platformPlugin) ? plugins : [platformPlugin, ...plugins]
  return inOrderOfNeed(all).map(({ id, migrations }) => ({ plugin: id, migrations }))
}
