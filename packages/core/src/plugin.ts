import type { AnyVerb, Verb } from "./access/implement.ts"
import type { AccessRule } from "./contract/access.ts"
import type { PlatformEvent } from "./contract/event.ts"
import type { AnyProcedure } from "./contract/procedure.ts"
import type { Migration } from "./db/migrate.ts"

/** A domain, written once: its verbs become API, jobs, pages' data and, later, tools. */
export interface Plugin {
  readonly id: string
  readonly contract: Readonly<Record<string, AnyProcedure>>
  readonly access: readonly AccessRule[]
  readonly migrations: readonly Migration[]
  readonly verbs: Readonly<Record<string, AnyVerb>>
  readonly routes: readonly Route[]
  readonly jobs: readonly Job[]
  readonly reactions: readonly Reaction[]
  /** Optional sample data for a first look, which one click removes. Both are verbs of this plugin, called without input. */
  readonly sample?: { readonly add: AnyVerb; readonly remove: AnyVerb }
  /** Called with `{ personId, name }` when a departed person's data is erased: replace or drop what names them. */
  readonly erasePerson?: AnyVerb
}

export function definePlugin<Contract extends Readonly<Record<string, AnyProcedure>>>(draft: {
  id: string
  contract: Contract
  /** Every rule of the plugin, as `defineAccess` made them. */
  access?: readonly Readonly<Record<string, AccessRule>>[]
  migrations?: readonly Migration[]
  /** One verb for each procedure of the contract; a missing one does not compile. */
  verbs: { readonly [Name in keyof Contract]: Verb<Contract[Name]> }
  routes?: readonly Route[]
  jobs?: readonly Job[]
  reactions?: readonly Reaction[]
  sample?: Plugin["sample"]
  erasePerson?: AnyVerb
}): Plugin {
  return {
    migrations: [],
    routes: [],
    jobs: [],
    reactions: [],
    ...draft,
    access: (draft.access ?? []).flatMap((rules) => Object.values(rules)),
    verbs: draft.verbs as Readonly<Record<string, AnyVerb>>,
  }
}

/** An address beside the API that answers with something else than JSON: a file, a feed. It still calls a verb. */
export interface Route {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly verb: AnyVerb
  readonly readInput: (request: Request, params: Readonly<Record<string, string>>) => unknown | Promise<unknown>
  readonly respond: (output: never) => Response | Promise<Response>
}

export function route<P extends AnyProcedure>(
  address: `${"GET" | "POST"} /${string}`,
  verb: Verb<P>,
  options: {
    readInput: Route["readInput"]
    respond(output: Awaited<ReturnType<Verb<P>>>): Response | Promise<Response>
  },
): Route {
  const [method, path] = address.split(" ") as ["GET" | "POST", string]
  return { method, path, verb, readInput: options.readInput, respond: options.respond }
}

/** Work that runs later or on a schedule, once across pods, at least once: its verb must be idempotent. */
export interface Job {
  /** `<plugin>.<name>`. */
  readonly name: string
  readonly verb: AnyVerb
  /** Cron, in UTC. Scheduled runs get an empty input. */
  readonly schedule?: string
}

export function job<P extends AnyProcedure>(name: string, verb: Verb<P>, options: { schedule?: string } = {}): Job {
  return { name, verb, ...options }
}

/** Runs a verb, as the platform, after another plugin's event was committed. The verb's input is the event's payload. */
export interface Reaction {
  readonly event: PlatformEvent
  readonly verb: AnyVerb
}

export function reaction<P extends AnyProcedure>(event: PlatformEvent, verb: Verb<P>): Reaction {
  return { event, verb }
}
