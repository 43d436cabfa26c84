import { createHash } from "node:crypto"
import type { Preview } from "../access/points/tool.ts"
import { canonicalJson } from "../secrets/canonical-json.ts"

/**
 * Everything the card relies on, as one hash: if it differs when somebody signs, they signed something else.
 * A record with a version is known by it, so that a status somebody reports meanwhile does not count as a change.
 */
export function fingerprintOf({ target, things = [], consequences = [] }: Preview): string {
  const seen = {
    target: target ? stateOf(target) : null,
    things: things
      .map(({ type, id, name, state }) => ({ type, id, name, state: state ? stateOf(state) : null }))
      .sort((a, b) => (`${a.type}:${a.id}` < `${b.type}:${b.id}` ? -1 : 1)),
    consequences,
  }
  return createHash("sha256").update(canonicalJson(seen)).digest("hex")
}

function stateOf(record: object): unknown {
  const { id, version } = record as { id?: unknown; version?: unknown }
  return Number.isInteger(version) ? { id, version } : record
}
