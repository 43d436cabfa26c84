import type { Access, Scope } from "./access.ts"
import type { Effect } from "./effect.ts"

export interface ProcedureMeta {
  /** `<plugin>.<verb>`; given by `defineContract`. */
  readonly id: string
  readonly effect: Effect
  readonly access: Access
  readonly scope?: Scope
  /** Fields of its input that are ids, and of what: `{ systemId: "catalog.system" }`. From their schemas. */
  readonly refers?: Readonly<Record<string, string>>
  /** One sentence for the API's readers. */
  readonly summary: string
  /** It also changes things beyond our database, so a crash midway leaves open whether it happened. */
  readonly external?: true
  /** Somebody can make this server call an address outside by it: never by a link, and counted like a tool's call. */
  readonly egress?: Egress
  /**
   * Its answer holds a credential, which is shown once: a repetition with the same key is told this sentence instead.
   * `{field}` in it stands for that field of the first answer; nothing else of the answer is kept.
   */
  readonly once?: string
  /** It can take from somebody what they could do before. Once it has answered, nothing is applied on what it took. */
  readonly revokes?: true
  /**
   * Machines call it all the time, and what they measure is no change: it owes no audit row, because this append-only
   * table of its plugin, `healthcheck.run`, holds who, when and what. What people and models decide is audited as ever.
   */
  readonly recordedIn?: `${string}.${string}`
  /** It changes a draft alone, which an audited verb publishes: with `recordedIn`, people may call it as well. */
  readonly draft?: true
  /** How many values a body for it may have in place of the few that others send: where what people make is one change, however much it holds. */
  readonly values?: number
  /** It runs in the open page of whoever talks with the assistant; `browserTool` makes it. */
  readonly browser?: BrowserMeta
}

/** What is said of a browser tool besides what every procedure says. */
export interface BrowserMeta {
  readonly words: string
  readonly description: string
  readonly timeoutMs: number
}

/** Always, or where a field of its input asks for it. */
export type Egress = true | { readonly when: string }

// Apart from what makes procedures: whoever only calls them loads no schemas.
export function metaOf(procedure: { readonly "~orpc": { readonly meta: ProcedureMeta } }): ProcedureMeta {
  return procedure["~orpc"].meta
}
