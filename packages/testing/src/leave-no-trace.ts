import { afterAll, expect, vi } from "vitest"

const before = new Set(Object.getOwnPropertyNames(globalThis))

// Files share a process: what one of them put in another's place must not meet the next.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  // A `window` that stayed made the providers' own packages believe, two files later, that they were in a browser.
  const left = Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name) && !name.startsWith("__"))
  for (const name of left) Reflect.deleteProperty(globalThis, name)
  expect(left, "globals this file leaves behind; vi.stubGlobal takes them back").toEqual([])
})
