// The least that checks addresses at an interval and keeps what it finds: http.get and one INSERT for all that came together.
import { get } from "node:http"
import pg from "pg"

const { connection, port, from, to, intervalMs, firstId } = JSON.parse(process.env.WORKER_SETUP)
// As monitoring/targets.ts has them.
const urls = Array.from({ length: to - from }, (_, at) => {
  const n = from + at
  return `http://127.77.${Math.floor(n / 250)}.${(n % 250) + 1}:${port}/bare`
})
const pool = new pg.Pool({ ...connection, max: 2 })
let waiting = []
let stored = 0
let timers = []

process.on("message", async ({ seconds, warmUpSeconds }) => {
  stored = 0
  timers = urls.map((url, n) => setTimeout(() => begin(url, n), (n / urls.length) * intervalMs))
  const flushing = setInterval(flush, 500)
  await new Promise((resolve) => setTimeout(resolve, warmUpSeconds * 1_000))
  const cpu = process.cpuUsage()
  const before = stored
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  const { user, system } = process.cpuUsage(cpu)
  const measured = stored - before
  for (const timer of timers) clearTimeout(timer)
  clearInterval(flushing)
  process.send({ stored: measured, cpuMicroseconds: (user + system) / Math.max(1, measured) })
})
process.send("ready")

function begin(url, n) {
  check(url, n)
  timers[n] = setInterval(() => check(url, n), intervalMs)
}

function check(url, n) {
  const at = Date.now()
  const began = performance.now()
  const request = get(url, { timeout: 10_000 }, (response) => {
    response.on("data", () => {})
    response.on("end", () =>
      waiting.push({
        at,
        target: firstId + n,
        ms: performance.now() - began,
        outcome: response.statusCode === 200 ? 0 : 2,
      }),
    )
  })
  request.on("error", () => waiting.push({ at, target: firstId + n, ms: performance.now() - began, outcome: 2 }))
  request.on("timeout", () => request.destroy(new Error("Too late.")))
}

async function flush() {
  const batch = waiting
  waiting = []
  if (batch.length === 0) return
  await pool.query({
    name: "keep",
    text: `INSERT INTO healthcheck.run (at, target_id, ms, outcome)
      SELECT * FROM unnest($1::timestamptz[], $2::int[], $3::real[], $4::int[]) ON CONFLICT DO NOTHING`,
    values: [
      batch.map(({ at }) => new Date(at).toISOString()),
      batch.map(({ target }) => target),
      batch.map(({ ms }) => ms),
      batch.map(({ outcome }) => outcome),
    ],
  })
  stored += batch.length
}
