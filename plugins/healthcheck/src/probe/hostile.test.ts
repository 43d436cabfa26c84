import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import "../../../../packages/testing/src/vitest-context.ts"
import { TEST_CERTIFICATE } from "./servers/certificates.fixture.ts"
import { behaviours, endlessOf, type HostileServer, hostile, hostileUdp, slowTls } from "./servers/hostile.fixture.ts"
import type { ProbeOrder, ProbeReport } from "./servers/probe-process.fixture.ts"
import { runProbes } from "./servers/run-probes.fixture.ts"
import { HOST, variants } from "./servers/variants.fixture.ts"
import { strategies } from "./strategies.ts"

/** Ways to check that are not among the variants, and why. */
const NOT_AMONG: Record<string, string> = {
  dns: "Asks in packets, and is met by servers of packets below.",
  ping: "Sends no bytes of its own: a program of the system does.",
  heartbeat: "Calls nobody; others call it.",
  shell: "Has no network.",
}

it("a hostile server is met by every way to check that opens a connection", () => {
  const met = new Set(variants.map(({ draft }) => draft(1).strategyId))
  expect([...met, ...Object.keys(NOT_AMONG)].sort()).toEqual(strategies.map(({ id }) => id).sort())
})

const long = inject("long") === true
const TIMEOUT_MS = long ? 700 : 300

/**
 * Judged strictly one at a time; many at once on a busy machine only show that every one of them ends, so they get time
 * to be scheduled.
 */
const LATE_MS = long ? 500 : 8_000
/** Of each probe alone. 64 KB of zero bytes kept the parser of a client busy for 700 ms and more. */
const [MOST_BLOCKED_MS, MOST_GROWN_MB] = [500, 60]

const servers: HostileServer[] = []
const orders: ProbeOrder[] = []
let reports: ProbeReport[] = []
let ended: { exitCode: number | null; complaints: string }

const started = async (server: Promise<HostileServer>) => {
  servers.push(await server)
  return servers.at(-1)!.port
}
const timing = { timeoutSeconds: TIMEOUT_MS / 1_000, intervalSeconds: 60 }

beforeAll(async () => {
  const kinds = Object.entries({ ...behaviours, ...endlessOf })
  for (const [kind, behave] of [...kinds, ["slow TLS", slowTls] as const]) {
    const fitting = variants.filter(({ name }) => meets(name, kind))
    const port = await started(hostile(behave))
    for (const { name, draft } of fitting)
      orders.push({ name: `${name} | ${kind}`, draft: { ...draft(port), ...timing } })
  }
  for (const [kind, behave] of kinds) {
    const ports = new Map<string, number>()
    for (const { name, draft, tls } of variants) {
      if (tls === undefined || !meets(name, kind)) continue
      if (!ports.has(tls)) ports.set(tls, await started(hostile(behave, tls)))
      orders.push({ name: `${name} | TLS, then ${kind}`, draft: { ...draft(ports.get(tls)!), ...timing } })
    }
  }
  for (const { name, draft, tls } of variants.filter(({ name }) => POURED_ON.includes(name))) {
    const port = await started(hostile(behaviours["endless letters"], tls))
    orders.push({ name: `${name} | ${IN_GOOD_TIME}`, draft: { ...draft(port), timeoutSeconds: 15 } })
  }
  const dns = (port: number) => ({ strategyId: "dns", config: { name: "example.test", server: HOST, port }, ...timing })
  const packets: Record<string, (packet: Buffer) => Iterable<Buffer>> = {
    silence: () => [],
    garbage: () => [Buffer.from("nonsense")],
    "zero bytes": () => [Buffer.alloc(512)],
    "wrong ids": (packet) => [
      Buffer.concat([Buffer.from([packet[0]! ^ 1, packet[1]!, 0x81, 0x80]), packet.subarray(4)]),
    ],
    "a flood": () => Array<Buffer>(200).fill(Buffer.alloc(1_200, 7)),
  }
  for (const [kind, answers] of Object.entries(packets))
    orders.push({ name: `dns | ${kind}`, draft: dns(await started(hostileUdp(answers))) })
  for (const [kind, behave] of Object.entries(behaviours)) {
    const port = await started(hostile(behave))
    // "There is more": the question is asked again over a connection.
    await started(
      hostileUdp(
        (packet) => [
          Buffer.concat([
            packet.subarray(0, 2),
            Buffer.from([0x83, 0x80, 0, 1, 0, 0, 0, 0, 0, 0]),
            packet.subarray(12, packet.length - 11),
          ]),
        ],
        port,
      ),
    )
    orders.push({ name: `dns over TCP | ${kind}`, draft: dns(port) })
  }
  // What is loaded when it is first wanted is loaded by these, so that no probe is blamed for it.
  const warm: ProbeOrder[] = []
  for (const { name, draft, tls } of variants) {
    const port = await started(hostile(behaviours.goodbye, tls))
    warm.push({ name: `warm ${name}`, draft: { ...draft(port), timeoutSeconds: 10 } })
  }
  const atOnce = long ? 1 : 24
  // Beside two dozen others on a busy machine, the count would not end these before their time does.
  const { poured = [], others = [] } = Object.groupBy(orders, ({ name }) =>
    name.endsWith(IN_GOOD_TIME) ? "poured" : "others",
  )
  const storm = await runProbes({ cases: [...warm, ...others], atOnce, ca: TEST_CERTIFICATE })
  const alone = await runProbes({ cases: [...warm, ...poured], atOnce: 1, ca: TEST_CERTIFICATE })
  ended = {
    complaints: storm.complaints + alone.complaints,
    exitCode: storm.exitCode === 0 ? alone.exitCode : storm.exitCode,
  }
  reports = [...storm.reports, ...alone.reports].filter(({ name }) => !name.startsWith("warm "))
}, 1_800_000)

afterAll(() => Promise.all(servers.map((server) => server.stop())))

const judge = (fits: (report: ProbeReport) => boolean) =>
  reports
    .filter((report) => !fits(report))
    .map(({ name, run, elapsedMs, blockedMs, grownMb, lookups, strayLookups, left }) => ({
      name,
      code: run.failure?.code,
      message: run.failure?.message,
      elapsedMs,
      blockedMs,
      grownMb,
      lookups,
      strayLookups,
      left,
    }))

describe("against every hostile server", () => {
  it("every probe is there and the process lives until all have ended", () => {
    expect(ended.complaints).toBe("")
    expect(ended.exitCode).toBe(0)
    expect(reports.map(({ name }) => name).sort()).toEqual(orders.map(({ name }) => name).sort())
    expect(reports.length).toBeGreaterThan(long ? 650 : 400)
  })

  it("every probe ends within its time", () => {
    expect(judge(({ elapsedMs }) => elapsedMs <= TIMEOUT_MS + LATE_MS)).toEqual([])
  })

  it.runIf(long)("none takes much memory, and none keeps the process from its other work", () => {
    expect(judge(({ grownMb, blockedMs }) => grownMb! <= MOST_GROWN_MB && blockedMs! <= MOST_BLOCKED_MS)).toEqual([])
  })

  it("no name is looked up twice, and none past the guard", () => {
    expect(judge(({ lookups, strayLookups }) => strayLookups === 0 && lookups === 1)).toEqual([])
  })

  it("nothing stays open", () => {
    expect(judge(({ left }) => left.length === 0)).toEqual([])
  })

  it("says what happened by a code and a sentence, and never takes noise for an answer", () => {
    expect(judge(({ run, name }) => mayComplete(name) || run.failure !== null)).toEqual([])
    expect(judge(({ run }) => run.failure?.code !== "failed" && (run.failure?.message ?? "").length < 600)).toEqual([])
    const silent = reports.filter(({ name }) => / (silence|drip|slow TLS)$/.test(name) && !mayComplete(name))
    expect(silent.length).toBeGreaterThan(40)
  })

  it("stops reading where too much comes, and says so", () => {
    const poured = reports
      .filter(({ name }) => name.endsWith(IN_GOOD_TIME))
      .map(({ name, run }) => [name, run.failure?.code])
    expect(poured.sort()).toEqual(POURED_ON.map((name) => [`${name} | ${IN_GOOD_TIME}`, "too-much"]).sort())
  })
})

/** They read until they are stopped, and have the time to be: what ends them is the count. */
const IN_GOOD_TIME = "endless letters in good time"
const POURED_ON = ["mysql", "mysql over TLS", "smtp", "smtp over TLS"]

/** In the short form a protocol meets what is said in its own words; in the long form everything meets everything. */
function meets(variant: string, kind: string): boolean {
  if (long || kind in behaviours || kind === "slow TLS") return true
  const [protocol = ""] = kind.split(" ")
  return new RegExp({ http: "^(http|websocket|script)", http2: "^grpc" }[protocol] ?? `^${protocol}`).test(variant)
}

/** A port that answers anything is open, a certificate is one whatever comes behind it, and a long body is a body. */
function mayComplete(name: string): boolean {
  return /^tcp \||^tls \| TLS, then|^(http|https|journey|journey over TLS|script) \|.*http (body|chunks)/.test(name)
}
