/** Stands in for the child's program, as if a script had left QuickJS behind: tries what Node could do. */
import { spawn } from "node:child_process"
import { readFileSync, statSync, writeFileSync } from "node:fs"
import { networkInterfaces } from "node:os"
import { Worker } from "node:worker_threads"

const tries: Record<string, () => unknown> = {
  "reads a file": () => readFileSync("/etc/passwd"),
  "writes a file": () => writeFileSync("/tmp/confined-child", "x"),
  "starts a process": () => spawn("true").on("error", () => {}),
  "starts a thread": () => new Worker("1", { eval: true }),
  "makes code of text": () => new Function("return 1")(),
  "sees a file of the product": () => statSync(new URL("../../../package.json", import.meta.url)),
  "sees a network": () => {
    if (Object.keys(networkInterfaces()).every((name) => name === "lo")) throw new Error("there is none")
  },
  "sees the environment": () => {
    // Bubblewrap says where it is, which is nowhere.
    if (Object.keys(process.env).every((name) => name === "PWD")) throw new Error("it is empty")
  },
}
const done = Object.entries(tries).flatMap(([name, attempt]) => {
  try {
    attempt()
    return [name]
  } catch {
    return []
  }
})
process.stdout.write(`${JSON.stringify({ type: "ready", confined: false })}\n`)
process.stdin.once("data", () =>
  process.stdout.write(`${JSON.stringify({ type: "done", json: JSON.stringify(done) })}\n`),
)
