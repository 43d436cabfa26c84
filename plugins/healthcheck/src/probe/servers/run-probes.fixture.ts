import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { builtProgram } from "../../../../../packages/testing/src/built.ts"
import type { ProbeOrders, ProbeReport } from "./probe-process.fixture.ts"

/** Runs the orders in a process with the bundle. It ends by itself, or something was left open. */
export async function runProbes(
  orders: ProbeOrders,
): Promise<{ reports: ProbeReport[]; exitCode: number | null; complaints: string }> {
  const child = spawn(process.execPath, ["--expose-gc", builtProgram("fixture:probe-process")], {
    stdio: ["pipe", "pipe", "pipe"],
    // A probe that does not end must not keep the run from saying so.
    timeout: orders.atOnce === 1 ? 1_500_000 : 90_000,
    killSignal: "SIGKILL",
  })
  child.stdin.end(JSON.stringify(orders))
  const [said, complaints, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ])
  const reports = said
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line): ProbeReport => JSON.parse(line))
  return { reports, exitCode: exitCode as number | null, complaints }
}
