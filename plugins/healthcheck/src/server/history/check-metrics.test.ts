import { lintMetrics } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { testHistory } from "./history.fixture.ts"

const { platform, ask, check } = await testHistory()

describe("the metrics of checks", () => {
  it("tell status, duration, uptime and certificate of each target that runs, by name", async () => {
    const { targetId } = await check({ name: "Front page" })
    const paused = await check({ name: "Paused" })
    await ask(`UPDATE healthcheck."check" SET paused_at = now() WHERE id = $1`, [paused.checkId])
    const validTo = new Date(Date.now() + 10 * 86_400_000).toISOString()
    await ask(
      `INSERT INTO healthcheck.state (target_id, status, last_ms, last_ok)
       SELECT id, 'degraded', 250, jsonb_build_object('values', jsonb_build_object('certificate', jsonb_build_object('validTo', $1::text)))
       FROM healthcheck.target ON CONFLICT (target_id) DO UPDATE SET status = excluded.status, last_ms = excluded.last_ms, last_ok = excluded.last_ok`,
      [validTo],
    )
    await ask(
      `INSERT INTO healthcheck.hourly SELECT $1, rolled_until - interval '2 hours', 2, 1, 1, 5, 7, '', 1, NULL FROM healthcheck.history`,
      [targetId],
    )
    const text = await (await platform.fetch(new Request("http://localhost/metrics"), "127.0.0.1")).text()
    const lines = text.split("\n").filter((line) => line.startsWith("countersign_healthcheck_"))
    const told = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf("{")), Number(line.split(" ").at(-1))]),
    )

    expect(lines).toHaveLength(4)
    expect(lines[0]).toMatch(new RegExp(`check="Front page",system="System [^"]+",environment="",target="${targetId}"`))
    expect(told).toMatchObject({
      countersign_healthcheck_status: 1,
      countersign_healthcheck_duration_seconds: 0.25,
      countersign_healthcheck_uptime_ratio: 0.75,
    })
    expect(told.countersign_healthcheck_certificate_remaining_seconds).toBeCloseTo(10 * 86_400, -3)
  })

  it("go on where a server's certificate ends at no time there is", async () => {
    const bad = await check({ name: "Bad dates" })
    const good = await check({ name: "Good dates" })
    const keep = (targetId: number, validTo: string) =>
      ask(
        `INSERT INTO healthcheck.state (target_id, status, last_ok)
         VALUES ($1, 'healthy', jsonb_build_object('values', jsonb_build_object('certificate', jsonb_build_object('validTo', $2::text))))
         ON CONFLICT (target_id) DO UPDATE SET last_ok = excluded.last_ok`,
        [targetId, validTo],
      )
    await keep(good.targetId, new Date(Date.now() + 86_400_000).toISOString())
    for (const validTo of ["2026-1…", "", "[secret]", "0000-01-01T00:00:00.000Z"]) {
      await keep(bad.targetId, validTo)

      const text = await (await platform.fetch(new Request("http://localhost/metrics"), "127.0.0.1")).text()

      const told = text.split("\n").filter((line) => line.startsWith("countersign_healthcheck_certificate_remaining"))
      expect(told.filter((line) => line.includes("Good dates"))).toHaveLength(1)
    }
  })

  it("say whatever a check is called in one label of one line", async () => {
    // As no page or interface takes it: past all of them, into the table.
    const names = ['a"} 1\ncountersign_forged{x="', "\\", 'back\\"slash\r\n', "\u2028\u202e\u0085", "x".repeat(20_000)]
    for (const name of names) {
      const { targetId } = await check({ name })
      await ask(
        `INSERT INTO healthcheck.state (target_id, status, last_ms) VALUES ($1, 'healthy', 1)
         ON CONFLICT (target_id) DO UPDATE SET status = 'healthy', last_ms = 1`,
        [targetId],
      )
      const text = await (await platform.fetch(new Request("http://localhost/metrics"), "127.0.0.1")).text()
      expect(lintMetrics(text)).toEqual([])
      expect(text).not.toMatch(/^countersign_forged/m)
      expect(text.split("\n").filter((line) => line.includes(`target="${targetId}"`))).toHaveLength(2)
    }
  })
})
