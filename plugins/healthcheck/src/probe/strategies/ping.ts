import { spawn } from "node:child_process"
import { isIP } from "node:net"
import { z } from "zod"
import type { Strategy } from "../../contract/strategy.ts"
import { familyField, familyOf, hostField, milliseconds, words } from "../configuration/fields.ts"
import type { ProbeLimits } from "../limits.ts"
import { ProbeError } from "../probe-error.ts"

const config = z.strictObject({ host: hostField, family: familyField })
type Config = z.infer<typeof config>

export const ping = {
  id: "ping",
  title: "Ping",
  description:
    "Sends one echo request and measures how long the answer takes. Where pings are blocked, check a TCP port.",
  config,
  version: 1,
  migrations: {},
  collectors: [
    {
      id: "reply",
      title: "Answer",
      description: "How long the answer took.",
      result: z.object({ roundTripMs: milliseconds("Round trip"), address: z.string().meta(words("Address")) }),
    },
  ],
  async probe(_target, { host, family }: Config, limits: ProbeLimits) {
    const address = await limits.addressOf(host, 0, familyOf(family))
    return { values: { reply: { roundTripMs: await pingOnce(address, limits, host), address } } }
  },
} satisfies Strategy<Config, unknown>

async function pingOnce(address: string, limits: ProbeLimits, host: string): Promise<number> {
  const seconds = Math.max(1, Math.ceil(limits.timeLeftMs() / 1_000))
  const { exitCode, output, problem } = await runPing(limits.pingCommand, address, seconds, (stop) =>
    limits.atEnd(stop),
  )
  const [, roundTrip] = /^(?:rtt|round-trip)[^=]{0,60}= ?([\d.]{1,20})\//m.exec(output) ?? []
  if (exitCode === 0 && roundTrip !== undefined) return Number(roundTrip)
  if (exitCode === 1)
    throw new ProbeError(
      "no-reply",
      `${host} did not answer the ping. It may be down, or pings are blocked on the way.`,
    )
  throw new ProbeError(
    "ping-unavailable",
    `This server cannot ping: ${whyUnavailable(problem)}. ${remedyFor(exitCode)}`,
  )
}

/** Whether this machine lets this server ping at all; Settings and the doctor say so. */
export async function pingWorks(
  command = "ping",
): Promise<{ works: true } | { works: false; why: string; remedy: string }> {
  const { exitCode, problem } = await runPing(command, "127.0.0.1", 2, () => {})
  if (exitCode === 0) return { works: true }
  if (exitCode === 1)
    return {
      works: false,
      why: "this machine does not answer its own echo requests",
      remedy: `Let its firewall pass ICMP, ${OTHERWISE}`,
    }
  return { works: false, why: whyUnavailable(problem), remedy: remedyFor(exitCode) }
}

const OTHERWISE = "or check a TCP port instead."

function whyUnavailable(problem: string): string {
  return problem || "the program ping gave no answer"
}

/** Without a code it did not even begin. */
function remedyFor(exitCode: number | null): string {
  return exitCode === null
    ? `Install it (the package iputils-ping or iputils), ${OTHERWISE}`
    : `Allow the server's user to ping (net.ipv4.ping_group_range, or the capability net_raw for the program), ${OTHERWISE}`
}

interface Ran {
  exitCode: number | null
  output: string
  problem: string
}

/** A literal address alone, after `--`: what begins with a hyphen would be an option. */
function runPing(command: string, address: string, seconds: number, onStop: (stop: () => void) => void): Promise<Ran> {
  if (!isIP(address)) throw new ProbeError("configuration", `"${address}" is no IP address.`)
  const { promise, resolve } = Promise.withResolvers<Ran>()
  const wait = String(seconds)
  const child = spawn(command, ["-n", "-q", "-c", "1", "-W", wait, "-w", wait, "--", address], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH ?? "", LC_ALL: "C" },
  })
  let [output, problem] = ["", ""]
  const cut = (text: string) => text.slice(0, 4_000)
  child.stdout.on("data", (chunk) => {
    output = cut(output + chunk)
  })
  child.stderr.on("data", (chunk) => {
    problem = cut(problem + chunk)
  })
  child.on("error", () => resolve({ exitCode: null, output: "", problem: `the program ${command} is not there` }))
  child.on("close", (exitCode) => resolve({ exitCode, output, problem: problem.trim().split("\n")[0] ?? "" }))
  onStop(() => child.kill("SIGKILL"))
  return promise
}
