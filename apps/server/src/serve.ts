import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import {
  createLog,
  createPlatform,
  createSecrets,
  ensureFirstAdministrator,
  type Log,
  maskedJsonText,
  oneTimeUrl,
  openDatabase,
  type PlatformOptions,
  servesSite,
  setUpCode,
} from "@countersign/core/host"
import type { Environment } from "./environment.ts"
import { findSecret } from "./find-secret.ts"
import { assertPortFree, type Listening, listen } from "./listen.ts"
import { openPostgres } from "./open-postgres.ts"
import { createPeerAddress } from "./peer-address.ts"
import { plugins } from "./plugins.ts"
import { serveWeb } from "./serve-web.ts"
import { siteAddressOf } from "./site-address.ts"
import { isTrue, startTelemetry } from "./telemetry.ts"
import { VERSION } from "./version.ts"

// From SIGTERM to the end. The last second is for what only closes: connections, telemetry, the embedded database.
const DRAIN_MS = 20_000
const CLOSE_MS = 1_000

export interface Served extends Listening {
  log: Log
  stop(graceMs?: number): Promise<void>
}

/** What is served: the plugins, what they add to the MCP endpoint, and for tests another internet. */
export type Product = Pick<PlatformOptions, "plugins" | "mcp" | "egress">

/** Environment in, a served product out. Undoes what it started when a later step fails. */
export async function serve(environment: Environment, product: Product = { plugins }): Promise<Served> {
  const undo: (() => Promise<void>)[] = []
  let finishBy = 0
  const stopAll = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    let mask = (text: string) => text
    const format = environment.LOG_FORMAT ?? (process.stdout.isTTY ? "pretty" : "json")
    const maskLine = (line: string) => (format === "json" ? maskedJsonText(line, mask) : mask(line))
    const log = createLog({ level: environment.LOG_LEVEL, format, mask: maskLine })
    const peerAddress = createPeerAddress(environment.TRUSTED_PROXIES.split(","), (sentence) => log.warn(sentence))

    const site = servesSite(product.plugins) ? siteAddressOf(environment) : null
    const { HOST: host, PORT: port } = environment
    await assertPortFree({ host, port })
    if (site) await assertPortFree({ host, port: site.port, variable: "SITE_PORT" })
    const postgres = await openPostgres(environment, log)
    undo.push(() => postgres.stop())
    const database = openDatabase(postgres.config, {
      onError: (error) => log.warn("A database connection was lost.", { error: error.message }),
    })
    undo.push(() => database.close())

    const secret = findSecret(environment)
    const previousSecrets = environment.COUNTERSIGN_PREVIOUS_SECRETS?.split(",").filter(Boolean) ?? []
    const onForget = (count: number) =>
      log.warn("More secrets are known than there is room for; the oldest are no longer masked.", { count })
    const secrets = createSecrets({ secret, previousSecrets, onForget })
    mask = secrets.mask
    const exporting = await startTelemetry(environment, log, VERSION)
    if (exporting) undo.push(() => exporting.stop())
    let listensAt = `http://localhost:${port}`
    let siteListensAt: string | null = null
    const platform = createPlatform({
      ...product,
      database,
      secret,
      secrets,
      log,
      version: VERSION,
      publicUrl: environment.PUBLIC_URL ?? null,
      localUrl: () => listensAt,
      siteUrl: site?.url ?? null,
      localSiteUrl: () => siteListensAt,
      cacheFolder: join(environment.DATA_DIR, "cache"),
      role: environment.ROLE,
      egress: { ...environment.COUNTERSIGN_ALLOW_PRIVATE, ...product.egress },
      metricsToken: environment.METRICS_TOKEN ?? null,
      captureContent: isTrue(environment.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT),
      extend: serveWeb,
    })
    await platform.start()
    // Turns and jobs go on while requests finish; what is then left of the same time is theirs.
    undo.push(() => platform.stop(left(finishBy)))

    // Before anybody can ask: whoever hears from /readyz that we are ready may sign in at once.
    const { COUNTERSIGN_ADMIN_EMAIL: email, COUNTERSIGN_ADMIN_PASSWORD: password } = environment
    if (email && password) await ensureFirstAdministrator(platform, { email, password })
    const listening = await listen(platform, { host, port, peerAddress })
    undo.push(() => listening.close(0))
    listensAt = listening.url
    const siteListening =
      site && platform.site
        ? await listen(platform.site, { host, port: site.port, variable: "SITE_PORT", peerAddress })
        : null
    if (siteListening) undo.push(() => siteListening.close(0))
    siteListensAt = siteListening?.url ?? null
    await announce(platform, environment.PUBLIC_URL ?? listening.url, siteListening && (site?.url ?? siteListening.url))

    return {
      ...listening,
      log,
      async stop(graceMs = DRAIN_MS - CLOSE_MS) {
        finishBy = performance.now() + graceMs
        platform.drain()
        await Promise.all([listening.close(graceMs), siteListening?.close(graceMs)])
        // A statement that hangs keeps its connection from closing; the end of the process closes it all the same.
        await Promise.race([stopAll(), delay(left(finishBy + CLOSE_MS), null, { ref: false })])
      },
    }
  } catch (error) {
    await stopAll().catch(() => {})
    throw error
  }
}

function left(until: number): number {
  return Math.max(0, until - performance.now())
}

/** Plain lines, not log lines: this is what a person at a terminal looks for. */
async function announce(platform: Parameters<typeof setUpCode>[0], url: string, siteUrl: string | null): Promise<void> {
  process.stdout.write(`\nCountersign is at ${url}\n`)
  if (siteUrl) process.stdout.write(`Its public addresses are at ${siteUrl}\n`)
  const code = await setUpCode(platform)
  if (code)
    process.stdout.write(
      `First run: create the administrator at ${oneTimeUrl(url, "set-up", code)}\nThis link works once.\n`,
    )
  process.stdout.write("\n")
}
