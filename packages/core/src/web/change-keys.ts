import { digest } from "../contract/digest.ts"

/** One intended change: its key, and what is to be said once its outcome is known. */
export interface ChangeKey {
  readonly key: string
  /** The server has said what became of it: a later change with the same words is another one. */
  settle(): void
  /** Nobody knows: whoever tries again, also after a reload, means the same change. */
  keep(): void
}

const PLACE = "countersign.changes"
const MOST_KEPT = 20

/** Under way in this tab. A second change with the same words beside it is another one, such as the same note twice. */
const underWay = new Set<string>()

export function changeKeyFor(verb: string, body: string): ChangeKey {
  // What was typed is not kept. Should two forms of one tab meet, the server refuses the second.
  const name = `${verb} ${digest(body)}`
  const kept = read()[name]
  const key = kept && !underWay.has(kept) ? kept : newKey()
  underWay.add(key)
  // Before it is sent: a reload in the middle leaves its outcome unknown too.
  write({ ...read(), [name]: key })
  return {
    key,
    settle() {
      underWay.delete(key)
      const { [name]: last, ...others } = read()
      if (last === key) write(others)
    },
    keep: () => underWay.delete(key),
  }
}

/** Not `crypto.randomUUID`: it exists only on pages that came over https or from this machine. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")
}

function read(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? "{}")
  } catch {
    // Switched off by the browser: then a key lives as long as its call.
    return {}
  }
}

function write(keys: Record<string, string>): void {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(Object.entries(keys).slice(-MOST_KEPT))))
  } catch {
    // As above.
  }
}
