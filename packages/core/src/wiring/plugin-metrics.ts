import { drizzle } from "drizzle-orm/node-postgres"
import type { MetricsHost, PluginMetrics } from "../access/points/plugin-metrics.ts"
import { readOwnSettings } from "../access/points/plugin-settings-store.ts"
import type { Runtime } from "../access/runtime.ts"
import { serviceCaller } from "../access/service-caller.ts"
import { thingNames } from "../access/thing-names.ts"
import type { Family, Metrics, Sample } from "../metrics.ts"

/** Far above a count over an index; Prometheus gives a whole scrape ten seconds. */
const READ_MS = 2_000
/** Of one group. Each is a line and, in Prometheus, a series that is kept for weeks. */
const MOST_SAMPLES = 10_000

/** What plugins tell of themselves. A group that fails or takes too long is left out of that scrape, and the log says so once. */
export function addPluginMetrics(
  metrics: Metrics,
  runtime: Runtime,
  plugins: readonly { id: string; metrics?: readonly PluginMetrics[] }[],
  limits = { readMs: READ_MS, mostSamples: MOST_SAMPLES },
): void {
  for (const { id, metrics: groups = [] } of plugins) for (const group of groups) metrics.source(sourceOf(id, group))

  function sourceOf(plugin: string, group: PluginMetrics): () => Promise<Family[]> {
    // Two collectors at once cost one read.
    let running: Promise<Family[]> | null = null
    let complained = ""
    const complain = (words: string, error?: unknown) => {
      if (complained !== words) runtime.log.warn(words, error === undefined ? {} : { error })
      complained = words
    }
    const read = async () => {
      const given = await readOnly(plugin, group)
      const families = familiesOf(group, given, limits.mostSamples)
      if (families.faults.length === 0) complained = ""
      else complain(`The metrics of the plugin ${plugin} are not all shown: ${families.faults.join(" ")}`)
      return families.sound
    }
    return async () => {
      running ??= read().finally(() => {
        running = null
      })
      try {
        return await running
      } catch (error) {
        complain(`The metrics of the plugin ${plugin} could not be read and are left out.`, error)
        return []
      }
    }
  }

  async function readOnly(plugin: string, group: PluginMetrics) {
    const client = await runtime.database.pool.connect()
    let failed = true
    try {
      await client.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = ${limits.readMs}`)
      const sql = drizzle({ client })
      const host: MetricsHost = {
        sql,
        settings: (of) => readOwnSettings(plugin, sql, runtime.secrets, of),
        names: (type, ids) => thingNames(serviceCaller(runtime, plugin), type, ids),
      }
      const given = await within(limits.readMs, group.read(host))
      await client.query("ROLLBACK")
      failed = false
      return given
    } finally {
      // In the middle of a transaction it is of no use to anybody.
      client.release(failed)
    }
  }
}

/** What a collector would refuse the whole scrape for is taken out: labels that are none, and a series that is there twice. */
function familiesOf(group: PluginMetrics, given: Awaited<ReturnType<PluginMetrics["read"]>>, mostSamples: number) {
  const faults: string[] = []
  let left = mostSamples
  const sound = Object.entries(group.families).map(([name, { type, help }]): Family => {
    const samples = soundSamples(given[name] ?? [])
    if (samples.length < (given[name]?.length ?? 0))
      faults.push(`${name} has labels that are none, or one series twice.`)
    if (samples.length > left) faults.push(`${name} has more than there is room for: ${mostSamples} series together.`)
    const shown = samples.slice(0, left)
    left -= shown.length
    return { name, type, help, samples: shown }
  })
  return { sound, faults }
}

function soundSamples(samples: readonly Sample[]): Sample[] {
  const seen = new Set<string>()
  return samples.filter(({ labels = {} }) => {
    const pairs = Object.entries(labels)
    const key = JSON.stringify(pairs.map(([name, value]) => [name, String(value)]).sort())
    if (seen.has(key) || pairs.some(([name]) => !/^[a-z][a-z0-9_]*$/.test(name) || name === "le")) return false
    seen.add(key)
    return true
  })
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`It took longer than ${ms} ms.`)), ms)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
