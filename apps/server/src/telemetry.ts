import type { Log } from "@countersign/core/host"
import type { Environment } from "./environment.ts"

export interface Exporting {
  /** Sends what is left, within a bound: a collector that is away holds up no restart. */
  stop(): Promise<void>
}

/**
 * Where a collector is configured, spans and metrics go to it. The packages for it are loaded only then: a start without
 * pays nothing. Call it before the platform is made, whose instruments would find no provider otherwise.
 */
export async function startTelemetry(environment: Environment, log: Log, version: string): Promise<Exporting | null> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_METRIC_EXPORT_INTERVAL: interval } = environment
  const { OTEL_TRACES_EXPORTER, OTEL_METRICS_EXPORTER } = environment
  const traces = OTEL_TRACES_EXPORTER !== "none" && Boolean(all ?? environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
  const metrics = OTEL_METRICS_EXPORTER !== "none" && Boolean(all ?? environment.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT)
  if (isTrue(environment.OTEL_SDK_DISABLED) || (!traces && !metrics)) return null
  try {
    const { exportTelemetry } = await import("./telemetry-export.ts")
    return exportTelemetry({ traces, metrics, intervalMs: Number(interval) || undefined, log, version })
  } catch (error) {
    log.warn(
      "OpenTelemetry could not be set up, so nothing is exported. Look at the variables that begin with OTEL_.",
      {
        error,
      },
    )
    return null
  }
}

/** OpenTelemetry takes `true` in any case, and everything else as false. */
export function isTrue(variable: string | undefined): boolean {
  return variable?.trim().toLowerCase() === "true"
}
