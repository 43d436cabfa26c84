import dns from "node:dns"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { text } from "node:stream/consumers"
import { parseAllowList } from "../../../../../packages/core/src/contract/network/allow-list.ts"
import { createGuard } from "../../../../../packages/core/src/egress/guard.ts"
import { runCheck, type ScriptRunner, strategies, validateConfiguration } from "../../probe.ts"

/** What a process of its own is asked to probe. It has the bundle that ships, and nothing else runs in it. */
export interface ProbeOrder {
  name: string
  draft: Record<string, unknown>
  secrets?: Record<string, { value: string; hosts: string[] }>
}

export interface ProbeOrders {
  cases: ProbeOrder[]
  /** How many at once. With one, memory and what is left open are told for each. */
  atOnce: number
  ca?: string
  pingCommand?: string
}

export interface ProbeReport {
  name: string
  run: Awaited<ReturnType<typeof runCheck>>
  elapsedMs: number
  /** The longest time during which nothing else could run; of a probe alone. */
  blockedMs: number | null
  grownMb: number | null
  /** Names looked up: by the guard, and by anybody else. */
  lookups: number
  strayLookups: number
  /** Sockets and processes that were still open a second after the end. */
  left: string[]
}

let strayLookups = 0
const lookup = dns.lookup
dns.lookup = Object.assign((...given: unknown[]) => {
  strayLookups += 1
  return Reflect.apply(lookup, dns, given)
}, lookup)

/** Only what the strategy needs of a sandbox: one request, and its answer back. */
const runner: ScriptRunner = {
  async runTypeScript({ source, fetch }) {
    const { status } = await fetch({ url: source })
    return { ok: true, value: { success: status === 200, status }, durationMs: 1, timedOut: false }
  },
  async runShell({ source }) {
    return { ok: true, exitCode: Number(source), stdout: "", stderr: "", durationMs: 1, timedOut: false }
  },
}

const orders: ProbeOrders = JSON.parse(await text(process.stdin))
const waiting = [...orders.cases]
const alone = orders.atOnce === 1
await Promise.all(
  Array.from({ length: orders.atOnce }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) say(await probe(next))
  }),
)
// Nothing is left that would keep it alive: a socket that stayed open would show as a process that does not end.

async function probe({ name, draft, secrets = {} }: ProbeOrder): Promise<ProbeReport> {
  const validation = await validateConfiguration(draft, strategies)
  if (!validation.valid) throw new Error(`${name}: ${JSON.stringify(validation.errors)}`)
  let lookups = 0
  const guard = createGuard({
    allow: parseAllowList("127.0.0.1"),
    resolve: async () => {
      lookups += 1
      return ["127.0.0.1"]
    },
  })
  const strayBefore = strayLookups
  const measured = alone ? measure() : null
  const began = performance.now()
  const run = await runCheck(strategies, validation.configuration, {
    guard,
    runner,
    secrets,
    facts: { check: { name }, system: { name: "checkout" }, environment: { name: "production" } },
    ...(orders.ca ? { ca: orders.ca } : {}),
    ...(orders.pingCommand ? { pingCommand: orders.pingCommand } : {}),
    heartbeat: { latest: { at: new Date(), status: "up", message: "", value: 1 }, waitingSince: new Date() },
  })
  const elapsedMs = performance.now() - began
  return {
    name,
    run,
    elapsedMs,
    ...(measured?.() ?? { blockedMs: null, grownMb: null }),
    lookups,
    strayLookups: strayLookups - strayBefore,
    left: alone ? await leftOpen() : [],
  }
}

/** Of one probe alone: collecting garbage and reading memory would hold up the others. */
function measure(): () => Pick<ProbeReport, "blockedMs" | "grownMb"> {
  globalThis.gc?.()
  const rss = process.memoryUsage.rss()
  let highest = rss
  // A wait by time: memory is looked at while the probe runs.
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss())
  }, 10)
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  return () => {
    delay.disable()
    clearInterval(watch)
    return { blockedMs: Math.max(0, delay.max / 1e6 - 10), grownMb: (highest - rss) / 1024 / 1024 }
  }
}

async function leftOpen(): Promise<string[]> {
  const open = () => process.getActiveResourcesInfo().filter((kind) => /TCP|UDP|Process|TLS/.test(kind))
  for (const end = performance.now() + 1_000; open().length > 0 && performance.now() < end; )
    await new Promise<void>((resolve) => setImmediate(resolve))
  return open()
}

function say(report: ProbeReport): void {
  process.stdout.write(`${JSON.stringify(report)}\n`)
}
