import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { builtProgram } from "./built.ts"

/** A program of dist/fixtures with its orders, as a process of its own. Resolves with the first line it says. */
export async function spawnFixture(
  name: string,
  orders: object,
  stdin: "ignore" | "pipe" = "ignore",
): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, [builtProgram(`fixture:${name}`), JSON.stringify(orders)], {
    stdio: [stdin, "pipe", "inherit"],
  })
  const said = await Promise.race([
    once(child.stdout!, "data").then(([line]) => String(line).trim()),
    once(child, "exit").then(([code]) => {
      throw new Error(`The fixture ${name} ended with code ${code} before it was ready.`)
    }),
  ])
  return { child, said }
}
