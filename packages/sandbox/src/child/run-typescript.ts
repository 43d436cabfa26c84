import type { QuickJSHandle } from "quickjs-emscripten-core"
import type { FailureKind } from "../result.ts"
import { isImportable, refuseImport } from "./imports.ts"
import type { FromChild, ToChild, TypeScriptOrder } from "./orders.ts"
import { prelude } from "./prelude.ts"
import { stripTypes } from "./strip-types.ts"
import { createVirtualMachine, type VirtualMachine } from "./virtual-machine.ts"

const SCRIPT_FILE = "script.ts"
const LONGEST_MESSAGE = 2_000
const MOST_TIMERS = 1_000
const MOST_CONSOLE_LINES = 500

type Send = (message: FromChild) => void
type Fetched = Extract<ToChild, { type: "fetched" | "refused" }>

/**
 * Runs a script to its end and says one `done` or `failed`. Every bound is kept here, outside the VM; the deadline is
 * kept here as far as QuickJS lets it be, and by the host's SIGKILL where it does not.
 */
export async function runTypeScript(
  order: TypeScriptOrder,
  send: Send,
  onFetched: (listen: (message: Fetched) => void) => void,
): Promise<void> {
  const deadline = performance.now() + order.timeoutMs
  const code = stripTypes(order.source)
  const vm = await createVirtualMachine({ memoryBytes: order.memoryBytes, deadline })
  await new Promise<void>((resolve) => {
    const run = createRun({ order, vm, deadline, send, end: resolve })
    onFetched(run.settleFetch)
    run.begin(code)
  })
}

function createRun({
  order,
  vm: { runtime, context },
  deadline,
  send,
  end,
}: {
  order: TypeScriptOrder
  vm: VirtualMachine
  deadline: number
  send: Send
  end(): void
}) {
  let ended = false
  let outputLeft = order.outputBytes
  let linesLeft = MOST_CONSOLE_LINES
  let fetchesLeft = order.fetches
  const longestText = Math.max(order.resultBytes, order.fetchBytes) + 16_384
  const timers = new Map<number, NodeJS.Timeout>()
  const fetches = new Set<number>()
  let machine: QuickJSHandle | undefined

  /** The first one counts: a script may find the way to say more. */
  const finish = (message: FromChild) => {
    if (ended) return
    ended = true
    clearTimeout(overdue)
    for (const timer of timers.values()) clearTimeout(timer)
    send(message)
    end()
  }
  const fail = (kind: FailureKind, message: string, line?: number) => finish({ type: "failed", kind, message, line })
  const overdue = setTimeout(() => fail("time", ""), order.timeoutMs)

  const ways: Record<string, (first: string, second: string) => void> = {
    console(level, text) {
      if (linesLeft === 0) return
      linesLeft -= 1
      outputLeft -= Buffer.byteLength(text)
      if (outputLeft < 0) linesLeft = 0
      send(outputLeft < 0 || linesLeft === 0 ? { type: "console-full" } : { type: "console", level, text })
    },
    timer(id, ms) {
      if (timers.size >= MOST_TIMERS) return fail("script", `The script has more than ${MOST_TIMERS} timers at once.`)
      const wait = Math.min(Math.max(0, Number(ms)), order.timeoutMs)
      const ring = () => {
        timers.delete(Number(id))
        call("resume", Number(id))
      }
      timers.set(Number(id), setTimeout(ring, wait))
    },
    clear(id) {
      clearTimeout(timers.get(Number(id)))
      timers.delete(Number(id))
    },
    fetch(id, json) {
      fetches.add(Number(id))
      if (order.fetchRefusal !== undefined) return refuseLater(Number(id), order.fetchRefusal)
      if (fetchesLeft === 0)
        return refuseLater(Number(id), `A script may fetch ${order.fetches} times in one run, and this was once more.`)
      if (Buffer.byteLength(json) > order.fetchBytes + 16_384)
        return refuseLater(Number(id), `A request may be ${order.fetchBytes} bytes long, and this one is longer.`)
      fetchesLeft -= 1
      send({ type: "fetch", id: Number(id), json })
    },
    done(json) {
      if (json.length > order.resultBytes)
        return fail("output", `The result is longer than ${order.resultBytes} characters of JSON. Return less.`)
      finish(json === "" ? { type: "done" } : { type: "done", json })
    },
    unfit: () =>
      fail("source", "The script has no function to run. Write `export default` before the one that does the work."),
    failed(message, stack) {
      // An async function makes a rejection of the interruption, which then comes here like any other.
      if (performance.now() > deadline) return fail("time", "")
      if (/^InternalError: out of memory/.test(message)) return fail("memory", "", lineIn(stack))
      fail("script", message, lineIn(stack))
    },
  }

  /** In a later turn of the loop: the VM is in the middle of a call. */
  const refuseLater = (id: number, message: string) =>
    void setImmediate(() => settleFetch({ type: "refused", id, message }))

  function settleFetch(message: Fetched) {
    if (ended || !fetches.delete(message.id)) return
    if (message.type === "fetched") call("resume", message.id, message.json)
    else call("refuse", message.id, message.message)
  }

  const wayOut = context.newFunction("host", (...handles) => {
    const [way = "", first = "", second = ""] = handles.slice(0, 3).map(readText)
    if (!ended && Object.hasOwn(ways, way)) ways[way]!(first, second)
  })

  /** Looks at the length before it copies: a text may be as large as the VM's whole memory. */
  function readText(handle: QuickJSHandle): string {
    if (context.typeof(handle) !== "string") return ""
    const length = context.getProp(handle, "length").consume((value) => context.getNumber(value))
    if (length > longestText) {
      fail("output", `The script handed over ${length} characters at once; ${longestText} are the most. Return less.`)
      return ""
    }
    return context.getString(handle)
  }

  function call(name: string, ...values: (string | number)[]) {
    if (ended || !machine) return
    const handles = values.map((value) =>
      typeof value === "string" ? context.newString(value) : context.newNumber(value),
    )
    guarded(() => {
      const called = context.callFunction(context.getProp(machine!, name), machine!, ...handles)
      if (called.error) return thrown(called.error)
      pump()
    })
  }

  /** Runs what is due in the VM. Whoever then waits for nothing that could come waits for ever. */
  function pump() {
    while (!ended && runtime.hasPendingJob()) {
      const ran = runtime.executePendingJobs(256)
      if (ran.error) return thrown(ran.error)
      if (performance.now() > deadline) return fail("time", "")
    }
    if (!ended && timers.size === 0 && fetches.size === 0)
      fail("script", "The script waits for a promise that nothing can settle any more.")
  }

  /** What no code inside the VM could catch: the deadline, or no memory to go on. A timer's callback may also throw. */
  function thrown(error: QuickJSHandle) {
    if (performance.now() > deadline) return fail("time", "")
    const text = (name: string) => context.getProp(error, name).consume(readText).slice(0, LONGEST_MESSAGE)
    const message = text("message")
    if (message === "out of memory") return fail("memory", "", lineIn(text("stack")))
    fail("script", message || "The script threw something that cannot be shown.", lineIn(text("stack")))
  }

  /** WebAssembly that ran out of stack or memory throws through everything; the process is then not used again. */
  function guarded(work: () => void) {
    try {
      work()
    } catch (error) {
      if (performance.now() > deadline) return fail("time", "")
      fail("crash", crashInWords(error))
    }
  }

  return {
    settleFetch,
    begin(code: string) {
      runtime.setModuleLoader(
        (name) => {
          if (name === SCRIPT_FILE) return code
          return isImportable(name, order.sdk) ? order.sdk.source : { error: new Error(refuseImport(name, order.sdk)) }
        },
        (_from, name) => name,
      )
      guarded(() => {
        const make = context.unwrapResult(context.evalCode(prelude, "sandbox.js"))
        const longest = context.newNumber(LONGEST_MESSAGE)
        machine = context.unwrapResult(context.callFunction(make, context.undefined, wayOut, longest))
        call("begin", SCRIPT_FILE, order.context)
      })
    },
  }
}

function crashInWords(error: unknown): string {
  if (error instanceof RangeError) return "The script nests values or calls too deeply. Return something flatter."
  return `The interpreter gave up: ${error instanceof Error ? error.message : String(error)}`
}

/** The innermost line of the script's own in a stack of QuickJS. */
function lineIn(stack: string): number | undefined {
  const line = /\bscript\.ts:(\d+)/.exec(stack)?.[1]
  return line === undefined ? undefined : Number(line)
}
