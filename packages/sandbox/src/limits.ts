const MiB = 1024 * 1024

/** What a run may use up. Each has a default and a ceiling that nobody can ask beyond. */
export interface Limits {
  timeoutMs: number
  /** Of a TypeScript run: its whole WebAssembly memory. Of a shell run: of each process, and of all together. */
  memoryBytes: number
  /** Of a TypeScript run: its console. Of a shell run: stdout and stderr together. */
  outputBytes: number
  /** The answer of a TypeScript run, as JSON. */
  resultBytes: number
  fetches: number
  /** The body of one answer that a script fetches, and of one request that it sends. */
  fetchBytes: number
}

const bounds: Record<keyof Limits, { least: number; usual: number; most: number }> = {
  timeoutMs: { least: 50, usual: 10_000, most: 30_000 },
  // QuickJS with an empty script takes 17 MiB, nearly all of it stack that is never touched.
  memoryBytes: { least: 32 * MiB, usual: 64 * MiB, most: 256 * MiB },
  outputBytes: { least: 1024, usual: 64 * 1024, most: 256 * 1024 },
  resultBytes: { least: 1024, usual: 256 * 1024, most: 256 * 1024 },
  fetches: { least: 0, usual: 20, most: 100 },
  fetchBytes: { least: 0, usual: 256 * 1024, most: 1 * MiB },
}

/** Longest source of a script, in characters. */
export const LONGEST_SOURCE = 100_000

/** Put together here, so that no caller can ask for more than a server can give. */
export function boundLimits(asked: Partial<Limits> = {}): Limits {
  const bound = (name: keyof Limits): number => {
    const { least, usual, most } = bounds[name]
    return Math.min(most, Math.max(least, Math.round(asked[name] ?? usual)))
  }
  return {
    timeoutMs: bound("timeoutMs"),
    memoryBytes: bound("memoryBytes"),
    outputBytes: bound("outputBytes"),
    resultBytes: bound("resultBytes"),
    fetches: bound("fetches"),
    fetchBytes: bound("fetchBytes"),
  }
}
