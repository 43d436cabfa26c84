import { afterAll, vi } from "vitest"

// Files share a process: what one of them put in another's place must not meet the next.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
