/** Counts and durations for Prometheus. Label values come from closed sets (route patterns, verb ids), never from callers. */
export interface Metrics {
  count(name: string, labels?: Labels, by?: number): void
  observe(name: string, labels: Labels, seconds: number): void
  /** Read at each scrape. One that fails is left out of that scrape. */
  gauge(name: string, help: string, read: () => Sample[] | Promise<Sample[]>): void
  /** The Prometheus text format, version 0.0.4. */
  render(): Promise<string>
}

export type Labels = Readonly<Record<string, string | number>>

export interface Sample {
  labels?: Labels
  value: number
}

const HELP: Record<string, [type: "counter" | "histogram", help: string]> = {
  countersign_http_requests_total: ["counter", "Requests by route and status."],
  countersign_http_request_duration_seconds: ["histogram", "Time to the response's headers, by route."],
  countersign_verbs_total: ["counter", "Calls of verbs by outcome: ok, or the code of the error."],
  countersign_jobs_total: ["counter", "Runs of jobs by outcome."],
  countersign_job_duration_seconds: ["histogram", "How long runs of jobs took."],
}

// From a cached read to a request that waits for a slow database.
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics(): Metrics {
  const counters = new Map<string, Map<string, number>>()
  const histograms = new Map<string, Map<string, { buckets: number[]; sum: number; count: number }>>()
  const gauges = new Map<string, { help: string; read: () => Sample[] | Promise<Sample[]> }>()

  return {
    count(name, labels = {}, by = 1) {
      const series = under(counters, name)
      const key = toText(labels)
      series.set(key, (series.get(key) ?? 0) + by)
    },
    observe(name, labels, seconds) {
      const series = under(histograms, name)
      const key = toText(labels)
      const one = series.get(key) ?? { buckets: BUCKETS.map(() => 0), sum: 0, count: 0 }
      series.set(key, one)
      const index = BUCKETS.findIndex((bound) => seconds <= bound)
      if (index >= 0) one.buckets[index]!++
      one.sum += seconds
      one.count++
    },
    gauge(name, help, read) {
      gauges.set(name, { help, read })
    },
    async render() {
      const lines: string[] = []
      for (const [name, series] of counters) {
        lines.push(...head(name))
        for (const [labels, value] of series) lines.push(`${name}${braced(labels)} ${value}`)
      }
      for (const [name, series] of histograms) {
        lines.push(...head(name))
        for (const [labels, one] of series) lines.push(...histogramLines(name, labels, one))
      }
      for (const [name, { help, read }] of gauges) {
        const samples = await Promise.resolve()
          .then(read)
          .catch(() => [])
        if (samples.length === 0) continue
        lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${name.endsWith("_total") ? "counter" : "gauge"}`)
        for (const { labels = {}, value } of samples) lines.push(`${name}${braced(toText(labels))} ${value}`)
      }
      return `${lines.join("\n")}\n`
    },
  }
}

/** What every Node process can say about itself. */
export function addProcessMetrics(metrics: Metrics, version: string): void {
  const startedAt = Date.now() / 1000 - process.uptime()
  const one = (value: number) => [{ value }]
  metrics.gauge("countersign_info", "The running version.", () => [
    { labels: { version, node: process.version }, value: 1 },
  ])
  metrics.gauge("process_start_time_seconds", "When the process started.", () => one(startedAt))
  metrics.gauge("process_cpu_seconds_total", "Processor time used.", () => {
    const { user, system } = process.cpuUsage()
    return one((user + system) / 1e6)
  })
  metrics.gauge("process_resident_memory_bytes", "Resident memory.", () => one(process.memoryUsage.rss()))
  metrics.gauge("nodejs_heap_used_bytes", "JavaScript heap in use.", () => one(process.memoryUsage().heapUsed))
}

function histogramLines(
  name: string,
  labels: string,
  one: { buckets: number[]; sum: number; count: number },
): string[] {
  const lines: string[] = []
  let below = 0
  for (const [index, bound] of BUCKETS.entries()) {
    below += one.buckets[index]!
    lines.push(`${name}_bucket${braced(labels, `le="${bound}"`)} ${below}`)
  }
  lines.push(`${name}_bucket${braced(labels, 'le="+Inf"')} ${one.count}`)
  lines.push(`${name}_sum${braced(labels)} ${one.sum}`, `${name}_count${braced(labels)} ${one.count}`)
  return lines
}

function head(name: string): string[] {
  const [type, help] = HELP[name] ?? ["counter", name]
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function braced(...labels: string[]): string {
  const given = labels.filter(Boolean).join(",")
  return given ? `{${given}}` : ""
}

function toText(labels: Labels): string {
  return Object.entries(labels)
    .map(
      ([name, value]) =>
        `${name}="${String(value).replace(/[\\"\n]/g, (char) => (char === "\n" ? "\\n" : `\\${char}`))}"`,
    )
    .join(",")
}

function under<Value>(all: Map<string, Map<string, Value>>, name: string): Map<string, Value> {
  const series = all.get(name) ?? new Map<string, Value>()
  all.set(name, series)
  return series
}
