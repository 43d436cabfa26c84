import type { AnyVerb, Verb } from "./access/implement.ts"
import { type BrowserToolParts, browserToolsOf } from "./access/points/browser-tools.ts"
import type { AnyJob } from "./access/points/job.ts"
import type { PluginMetrics } from "./access/points/plugin-metrics.ts"
import type { Reaction } from "./access/points/reaction.ts"
import type { Route } from "./access/points/route.ts"
import { settingsVerbs } from "./access/points/settings-verbs.ts"
import type { Tool } from "./access/points/tool.ts"
import type { RegisteredPlugin } from "./access/runtime.ts"
import type { AccessRule } from "./contract/access.ts"
import type { ServerVerbsOf } from "./contract/browser-tool.ts"
import type { PlatformEvent } from "./contract/event.ts"
import type { PluginSettings } from "./contract/plugin-settings.ts"
import type { AnyProcedure } from "./contract/procedure.ts"
import type { Migration } from "./db/migrate.ts"
import type { SealedColumn } from "./secrets/sealed-place.ts"
import type { Worker } from "./workers/worker.ts"

/** A domain, written once: its verbs become API, jobs, pages' data and tools. */
export interface Plugin extends RegisteredPlugin {
  /** Ids of plugins without which it is nothing: they are there, and before it. */
  readonly requires?: readonly string[]
  readonly migrations: readonly Migration[]
  readonly routes: readonly Route[]
  readonly jobs: readonly AnyJob[]
  /** What it announces. */
  readonly events: readonly PlatformEvent[]
  /** What it does when others announce something. */
  readonly reactions: readonly Reaction[]
  /** What looks for work all the time, on pods that are no mere web servers. */
  readonly workers: readonly Worker[]
  readonly settings?: PluginSettings
  /** Numbers for Prometheus, read at each scrape. */
  readonly metrics?: readonly PluginMetrics[]
  /** Columns that hold sealed values, so that rotating the key finds them. */
  readonly sealed?: readonly SealedColumn[]
}

export function definePlugin<Contract extends Readonly<Record<string, AnyProcedure>>>(draft: {
  id: string
  contract: Contract
  /** Every rule of the plugin, as `defineAccess` made them. */
  access?: readonly Readonly<Record<string, AccessRule>>[]
  requires?: Plugin["requires"]
  migrations?: readonly Migration[]
  /** One verb for each procedure of the contract; a missing one does not compile. Browser tools have theirs by themselves. */
  verbs: { readonly [Name in ServerVerbsOf<Contract>]: Verb<Contract[Name]> }
  routes?: readonly Route[]
  jobs?: readonly AnyJob[]
  events?: readonly PlatformEvent[]
  reactions?: readonly Reaction[]
  workers?: readonly Worker[]
  topics?: Plugin["topics"]
  /** Typed settings: the verbs, the rule and the store come with them. */
  settings?: PluginSettings
  metrics?: Plugin["metrics"]
  doctor?: Plugin["doctor"]
  sealed?: Plugin["sealed"]
  sample?: Plugin["sample"]
  refersToSample?: AnyVerb
  erasePerson?: AnyVerb
  consequences?: Plugin["consequences"]
  issues?: Plugin["issues"]
  tools?: readonly Tool[]
  /** What the server adds to the contract's browser tools: whose words they carry, what stands in for a page. */
  browserTools?: BrowserToolParts<Contract>
  mcpResources?: Plugin["mcpResources"]
  mcpPrompts?: Plugin["mcpPrompts"]
  declares?: Plugin["declares"]
  kinds?: Plugin["kinds"]
  things?: Plugin["things"]
  names?: Plugin["names"]
  assistant?: Plugin["assistant"]
}): Plugin {
  const { browserTools, ...rest } = draft
  const inTab = browserToolsOf(draft.id, draft.contract, browserTools)
  return {
    migrations: [],
    routes: [],
    jobs: [],
    events: [],
    reactions: [],
    workers: [],
    ...rest,
    tools: [...(draft.tools ?? []), ...inTab.tools],
    contract: { ...draft.contract, ...draft.settings?.procedures },
    access: [...(draft.access ?? []), draft.settings?.access ?? {}].flatMap((rules) => Object.values(rules)),
    verbs: {
      ...(draft.verbs as Readonly<Record<string, AnyVerb>>),
      ...inTab.verbs,
      ...(draft.settings && settingsVerbs(draft.settings)),
    },
  }
}
