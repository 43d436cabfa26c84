import { readFileSync } from "node:fs"

const PAGE_BYTES = 4096
/** A loop that only takes memory takes some 100 MB in that time, and one look at a tree of 30 processes costs 1 ms. */
const INTERVAL_MS = 50

/** Calls `onTooMuch` once when a process and all below it hold more than `bytes`. Without /proc nothing is watched. */
export function watchMemory(pid: number, bytes: number, onTooMuch: () => void): { stop(): void } {
  const timer = setInterval(() => {
    if (memoryOf(pid) <= bytes) return
    clearInterval(timer)
    onTooMuch()
  }, INTERVAL_MS)
  return { stop: () => clearInterval(timer) }
}

/** What is the processes' own; pages that they share with others, such as libraries, count for nobody. */
export function memoryOf(pid: number): number {
  return treeOf(pid).reduce((sum, one) => {
    const [, resident = 0, shared = 0] = read(`/proc/${one}/statm`).split(" ").map(Number)
    return sum + (resident - shared) * PAGE_BYTES
  }, 0)
}

function treeOf(pid: number): number[] {
  const found = [pid]
  for (const one of found) {
    const children = read(`/proc/${one}/task/${one}/children`)
    found.push(...children.split(" ").filter(Boolean).map(Number))
    // As many as may ever be there; what makes more is killed by its time at the latest.
    if (found.length > 500) break
  }
  return found
}

/** A process may end between two looks. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}
