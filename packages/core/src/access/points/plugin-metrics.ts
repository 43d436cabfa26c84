import type { z } from "zod"
import type { PluginSettings } from "../../contract/plugin-settings.ts"
import type { Tx } from "../../db/database.ts"
import type { MetricType, Sample } from "../../metrics.ts"

/** Numbers of a plugin for Prometheus, read together at each scrape. `pluginMetrics` makes one. */
export interface PluginMetrics {
  /** `countersign_catalog_systems`. Units stand in the name, base units only (`_seconds`, `_bytes`, `_ratio`); counters end in `_total`. */
  readonly families: Readonly<Record<string, { readonly type: MetricType; readonly help: string }>>
  read(host: MetricsHost): Promise<Readonly<Partial<Record<string, readonly Sample[]>>>>
}

export interface MetricsHost {
  /** Read-only, and ended after two seconds. */
  readonly sql: Tx
  /** The plugin's own settings, for numbers that somebody asks for. */
  settings<Schema extends z.ZodObject>(of: PluginSettings<Schema>): Promise<z.output<Schema>>
  /** What things of other plugins are called, for labels. Those that are gone are not in the map. */
  names(type: string, ids: Iterable<string>): Promise<ReadonlyMap<string, string>>
}

/** A family that `read` leaves out has no line; one that it makes up does not compile. */
export function pluginMetrics<const Families extends PluginMetrics["families"]>(draft: {
  families: Families
  read(host: MetricsHost): Promise<Readonly<Partial<Record<keyof Families, readonly Sample[]>>>>
}): PluginMetrics {
  return draft
}
