import type { Log } from "@countersign/core/host"
import { DiagLogLevel, diag, metrics, trace } from "@opentelemetry/api"
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http"
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources"
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics"
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace"
import type { Exporting } from "./telemetry.ts"

// What a collector gets at shutdown. The exporters would try again for ten seconds and more.
const LAST_FLUSH_MS = 2_000

/** Addresses, headers, time limits and compression are read by the exporters from the variables OpenTelemetry defines. */
export function exportTelemetry(options: {
  traces: boolean
  metrics: boolean
  intervalMs: number | undefined
  log: Log
  version: string
}): Exporting {
  warnOnce(options.log)
  const resource = resourceFromAttributes({
    "service.name": "countersign",
    "service.version": options.version,
  }).merge(detectResources({ detectors: [envDetector] }))
  const providers: { shutdown(): Promise<void> }[] = []

  if (options.traces) {
    const spanProcessors = [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })]
    const provider = new TracerProvider({ resource, spanProcessors })
    trace.setGlobalTracerProvider(provider)
    providers.push(provider)
  }
  if (options.metrics) {
    const exporter = new OTLPMetricExporter()
    const readers = [new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: options.intervalMs })]
    const provider = new MeterProvider({ resource, readers })
    metrics.setGlobalMeterProvider(provider)
    providers.push(provider)
  }

  return {
    async stop() {
      const sent = Promise.allSettled(providers.map((provider) => provider.shutdown()))
      let timer: NodeJS.Timeout | undefined
      const bound = new Promise((resolve) => {
        timer = setTimeout(resolve, LAST_FLUSH_MS)
      })
      await Promise.race([sent, bound])
      clearTimeout(timer)
      trace.disable()
      metrics.disable()
      diag.disable()
    },
  }
}

/** The exporters complain with every batch; the operator needs to hear it once. */
function warnOnce(log: Log): void {
  let warned = false
  const warn = (problem: unknown) => {
    if (warned) return
    warned = true
    log.warn(
      "The OpenTelemetry collector cannot be used; spans and metrics are dropped until it can. Look at OTEL_EXPORTER_OTLP_ENDPOINT. This is said once.",
      { problem: String(problem).slice(0, 500) },
    )
  }
  const quiet = () => {}
  const heard = { error: warn, warn, info: quiet, debug: quiet, verbose: quiet }
  diag.setLogger(heard, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}
