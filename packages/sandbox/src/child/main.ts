/**
 * The program of a child: takes one order after the other on stdin, answers on stdout. It is started with an empty
 * environment and killed from outside; see process/child.ts.
 */
import { stdin, stdout } from "node:process"
import { createFrameReader, writeFrame } from "./frames.ts"
import type { FromChild, Order, ToChild } from "./orders.ts"
import { runInterpretedShell } from "./run-shell.ts"
import { runTypeScript } from "./run-typescript.ts"
import { SourceError, stripTypes } from "./strip-types.ts"
import { validate } from "./validate.ts"
import { createVirtualMachine } from "./virtual-machine.ts"

type Fetched = Extract<ToChild, { type: "fetched" | "refused" }>

const send = (message: FromChild) => void stdout.write(writeFrame(message))
let onFetched: (message: Fetched) => void = () => {}

async function follow(order: Order): Promise<void> {
  try {
    if (order.type === "validate") send({ type: "issues", issues: await validate(order) })
    else if (order.type === "shell") await runInterpretedShell(order, send)
    else await runTypeScript(order, send, (listen) => (onFetched = listen))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (error instanceof SourceError) send({ type: "failed", kind: "source", message, line: error.line })
    else send({ type: "failed", kind: "crash", message: message.slice(0, 2_000) })
  }
  onFetched = () => {}
  // The memory of the run that ended, 16 MiB and more, would stay until the next one needs the place.
  globalThis.gc?.()
}

stdin.on(
  "data",
  createFrameReader({
    longest: Number.POSITIVE_INFINITY,
    onFrame(text) {
      const message = JSON.parse(text) as ToChild
      if (message.type === "fetched" || message.type === "refused") onFetched(message)
      else void follow(message)
    },
    onOverflow() {},
  }),
)
// The host is gone, or wants this child no longer.
stdin.on("end", () => process.exit(0))

// The first use of each takes 50 to 600 ms, which nobody's time limit should pay.
stripTypes("const warm: number = 1")
const { context } = await createVirtualMachine({ memoryBytes: 32 * 1024 * 1024, deadline: Number.POSITIVE_INFINITY })
context.evalCode("1")
send({ type: "ready", confined: isConfined() })

/** Asked of Node itself: an option it does not know would be no protection. */
function isConfined(): boolean {
  const { permission } = process as { permission?: { has(scope: string): boolean } }
  return permission !== undefined && ["fs.write", "child", "worker"].every((scope) => !permission.has(scope))
}
