import type { Ctx, ReadyAnswer, Visitor } from "@countersign/core/server"
import type { Served } from "../../contract/publish.ts"
import { type Asked, matches } from "./answer.ts"
import { askedBy, isWithinLimits } from "./asked.ts"
import { MOST_ADDRESSES, type Ready, type ServedSite, servedSite } from "./served-site.ts"
import { visit } from "./visit.ts"

/** The same answer as the verb's, where all of it is in memory. */
export function fromMemory(runtime: Ctx["runtime"], { path, headers }: Visitor): ReadyAnswer | null {
  const site = servedSite(runtime)
  const { ready } = site
  if (!ready) return null
  const asked = askedBy((name) => headers[name] ?? null)
  if (!isWithinLimits(path, asked)) return null
  if (asked.range !== null) return atOnce(site, path, asked)

  const key = `${asked.encoding ?? ""} ${path}`
  let known = ready.get(key)
  if (!known) {
    const made = makeReady(site, path, asked.encoding)
    if (!made) return null
    // Whatever is not there has the same answer: anybody can ask for any number of addresses.
    const lost = `${asked.encoding ?? ""} 404`
    known = made.whole.status === 404 ? (ready.get(lost) ?? made) : made
    if (known.whole.status === 404) ready.set(lost, known)
    if (ready.size >= MOST_ADDRESSES) ready.clear()
    ready.set(key, known)
  }
  const { whole, unchanged } = known
  return unchanged && matches(asked.ifNoneMatch, unchanged.headers.etag!) ? unchanged : whole
}

function makeReady(site: ServedSite, path: string, encoding: Asked["encoding"]): Ready | null {
  const asked = { encoding, ifNoneMatch: null, range: null, ifRange: null }
  const whole = atOnce(site, path, asked)
  return whole && { whole, unchanged: whole.status === 200 ? atOnce(site, path, { ...asked, ifNoneMatch: "*" }) : null }
}

/** What comes in pieces is read from disk. */
function atOnce(site: ServedSite, path: string, asked: Asked): Served | null {
  const served = site.recall(visit(path, asked))
  return served?.inPieces === undefined ? served : null
}
