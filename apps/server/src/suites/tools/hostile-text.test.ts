import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { spawnServer } from "@countersign/testing"
import { afterAll, describe, expect, it } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "countersign-hostile-"))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const server = await spawnServer({ DATA_DIR: join(folder, "data") })
afterAll(() => server.stop())

describe("a request that nobody signed in for", () => {
  it.each(["a-", '"', "\\", "key=", "password: '", "://a:", "-----BEGIN ", "sk-"])(
    "is answered at once, whatever its names of fields repeat: %s",
    async (seed) => {
      const name = seed.repeat(Math.ceil((64 * 1024) / seed.length))
      const before = await cpuSeconds()
      const response = await fetch(`${server.url}/api/v1/platform/signIn`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: server.url },
        body: JSON.stringify({ [name]: 1 }),
      })
      await response.text()

      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.status).toBeLessThan(500)
      // The expressions that masked before took 19 s of processor time for the first of them.
      expect((await cpuSeconds()) - before).toBeLessThan(3)
    },
  )
})

/** The server's own processor time. */
async function cpuSeconds(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)![1])
}
