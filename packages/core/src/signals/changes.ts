import { canonicalId } from "../contract/access.ts"
import type { Signals } from "./signals.ts"

/** News that a thing of a resource changed or, without an id, that any of them may have. */
export interface ResourceChange {
  readonly resource: string
  readonly id?: string | undefined
  /** The request of a person's page that made the change. */
  readonly cause?: string | undefined
}

// Fits into one notification; whoever changes more than a page shows has changed what every list shows.
const MOST_IDS = 50
const CHANNEL = "resources"
const ANY = "*"
const SENDABLE_ID = /^\S{1,200}$/

export function publishChanges(signals: Pick<Signals, "publish">, changes: readonly (string | ResourceChange)[]): void {
  signals.publish(
    CHANNEL,
    changes.map((change) => (typeof change === "string" ? change : toMessage(change))),
  )
}

/** Told of every change on any pod, after its commit. */
export function hearChanges(
  signals: Pick<Signals, "subscribe">,
  hear: (change: ResourceChange) => void,
  options?: { atOnce: boolean },
): () => void {
  return signals.subscribe(CHANNEL, (message) => hear(toChange(message)), options)
}

function toMessage({ resource, id = ANY, cause = "" }: ResourceChange): string {
  return `${resource} ${id} ${cause}`.trimEnd()
}

function toChange(message: string): ResourceChange {
  const [resource = "", id = ANY, cause] = message.split(" ")
  return { resource, id: id === ANY ? undefined : id, cause }
}

/** What one change announces: of each resource the things that changed, or all of it. */
export class ChangedThings {
  readonly #things = new Map<string, Set<string> | typeof ANY>()

  get isEmpty(): boolean {
    return this.#things.size === 0
  }

  /** Without ids: any thing of the resource may have changed. */
  add(resource: string, ids?: readonly string[]): void {
    const known = this.#things.get(resource)
    if (known === ANY || ids?.length === 0) return
    const things = new Set([...(known ?? []), ...(ids ?? []).map(canonicalId)])
    const areNamed = ids !== undefined && things.size <= MOST_IDS && ids.every((id) => SENDABLE_ID.test(id))
    this.#things.set(resource, areNamed ? things : ANY)
  }

  take(others: ChangedThings): void {
    for (const [resource, things] of others.#things) this.add(resource, things === ANY ? undefined : [...things])
  }

  toChanges(cause: string | undefined): ResourceChange[] {
    return [...this.#things].flatMap(([resource, things]) =>
      things === ANY ? [{ resource, cause }] : [...things].map((id) => ({ resource, id, cause })),
    )
  }
}
