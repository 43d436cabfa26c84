import { type ChildProcessByStdio, spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Readable, Writable } from "node:stream"
import { fileURLToPath } from "node:url"
import { z } from "zod"
import { createFrameReader, writeFrame } from "../child/frames.ts"
import type { FetchRequest, FetchResponse, FromChild, Order } from "../child/orders.ts"
import type { ConsoleLine, Failure, Issue } from "../result.ts"
import { SandboxUnavailable } from "../result.ts"
import { namespaces } from "./namespaces.ts"
import { watchMemory } from "./watch-memory.ts"

const MiB = 1024 * 1024
/** The program and its libraries; what a script may take comes on top. An idle child has 35 MB of its own. */
const OWN_BYTES = 160 * MiB
/** The heap of the program around the VM; the VM's memory is not in it. An interpreted shell lives in it. */
const HEAP_MB = 128
/** A child ends an overdue script by itself where it can: the message then names no killed process. */
const GRACE_MS = 100
const START_MS = 20_000
/** The largest result, every character of it escaped and three bytes long, fits. */
const LONGEST_FRAME = 4 * MiB
/** A text of JSON nested deeper would end whoever walks over it by recursion. */
export const DEEPEST_RESULT = 64

/** A child said what no child of ours says. */
export const misbehaviour: Failure = { kind: "crash", message: "The process that ran the script misbehaved." }

export type GrantedFetch = (request: FetchRequest, signal: AbortSignal) => Promise<FetchResponse>

export interface Launch {
  /** Commands that run the child and stay out of its way, such as prlimit. */
  wrapper: readonly string[]
  /** Whether the child has a place of its own in namespaces, as a shell script has. */
  bubblewrap: boolean
  /** Whether Node can be told to keep the child from files, processes and threads. */
  permission: boolean
  /** Another build of the program; for tests of what is shipped. */
  program?: string
}

export interface RunHandlers {
  timeoutMs: number
  memoryBytes: number
  signal?: AbortSignal
  fetch?: GrantedFetch
  /** Kept here as well as in the child: a child that a script took over keeps nothing. */
  outputBytes?: number
  fetchBytes?: number
  fetches?: number
}

type Ended =
  | { type: "done"; json?: string }
  | { type: "exited"; exitCode: number; stdout: string; stderr: string }
  | { type: "issues"; issues: Issue[] }
  | { type: "failed"; error: Failure }

export type Outcome = Ended & { durationMs: number; console: ConsoleLine[]; consoleTruncated: boolean }

export interface Child {
  readonly pid: number
  readonly confined: boolean
  /** No run is to be given to it any more. */
  readonly spent: boolean
  /** What it answered is no answer, so no run is to be given to it any more. */
  spend(): void
  run(order: Order, handlers: RunHandlers): Promise<Outcome>
  /** Resolves when the process is gone. */
  kill(): Promise<void>
}

/** Everything a child can say. It ran somebody else's script, so nothing it says is believed unseen. */
const Message: z.ZodType<FromChild> = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), confined: z.boolean() }),
  z.object({ type: z.literal("console"), level: z.string(), text: z.string() }),
  z.object({ type: z.literal("console-full") }),
  z.object({ type: z.literal("fetch"), id: z.number(), json: z.string() }),
  z.object({ type: z.literal("done"), json: z.string().optional() }),
  z.object({ type: z.literal("exited"), exitCode: z.number(), stdout: z.string(), stderr: z.string() }),
  z.object({
    type: z.literal("issues"),
    issues: z.array(z.object({ message: z.string(), line: z.number().optional() })),
  }),
  z.object({
    type: z.literal("failed"),
    kind: z.enum(["source", "script", "time", "memory", "output", "crash"]),
    message: z.string(),
    line: z.number().optional(),
  }),
])

const Request: z.ZodType<FetchRequest> = z.object({
  url: z.string(),
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
})

/** Starts a child and waits until it has warmed up. It takes one order at a time. */
export async function startChild(launch: Launch): Promise<Child> {
  const process = spawnProgram(launch)
  let isGone = false
  const gone = new Promise<void>((resolve) => {
    // Not "close": something that inherited its pipes must not keep a run from ending.
    const end = () => {
      isGone = true
      resolve()
    }
    process.once("exit", end)
    process.once("error", end)
  })
  let complaints = ""
  process.stderr.on("data", (chunk: Buffer) => {
    if (complaints.length < 2_000) complaints += chunk.toString("utf8").slice(0, 2_000)
  })
  // A child that is gone while it is written to: its exit says so already.
  process.stdin.on("error", () => {})

  let onMessage: (message: FromChild | null) => void = () => {}
  process.stdout.on(
    "data",
    createFrameReader({
      longest: LONGEST_FRAME,
      onFrame: (text) => onMessage(readMessage(text)),
      onOverflow: () => onMessage(null),
    }),
  )
  const kill = async () => {
    // Its end is waited for, so it has to keep this process up until then.
    process.ref()
    process.kill("SIGKILL")
    await gone
  }

  const { confined } = await new Promise<{ confined: boolean }>((resolve, reject) => {
    const refuse = (why: string) => {
      clearTimeout(timer)
      void kill()
      reject(
        new SandboxUnavailable(
          `No process for scripts could be started: ${why}${complaints && ` (${complaints.trim()})`}`,
        ),
      )
    }
    const timer = setTimeout(() => refuse(`it was not ready after ${START_MS / 1000} seconds.`), START_MS)
    void gone.then(() => refuse("it ended at once."))
    onMessage = (message) => {
      if (message?.type !== "ready") return refuse("it did not answer as expected.")
      clearTimeout(timer)
      resolve(message)
    }
  })

  let spent = false
  hold(false)
  return {
    pid: process.pid!,
    confined,
    get spent() {
      return spent || isGone
    },
    spend() {
      spent = true
    },
    kill,
    async run(order, handlers) {
      hold(true)
      const outcome = await follow(order, handlers)
      hold(false)
      return outcome
    },
  }

  /** A child that waits for work does not keep the server from ending. */
  function hold(isWorking: boolean) {
    for (const one of [process, process.stdin, process.stdout, process.stderr] as { ref(): void; unref(): void }[])
      if (isWorking) one.ref()
      else one.unref()
  }

  async function follow(order: Order, handlers: RunHandlers): Promise<Outcome> {
    const console: ConsoleLine[] = []
    let consoleTruncated = false
    let written = 0
    const fetching = new AbortController()
    let fetches = 0
    const since = performance.now()

    const ended = await new Promise<Ended>((resolve) => {
      /** What killed it counts, not how its end is then seen. */
      let cause: Failure | null = null
      const killFor = (error: Failure) => {
        cause ??= error
        void kill()
      }
      const time: Failure = { kind: "time", message: "" }
      const timer = setTimeout(() => killFor(time), handlers.timeoutMs + GRACE_MS)
      const memory = watchMemory(process.pid!, OWN_BYTES + handlers.memoryBytes, () =>
        killFor({ kind: "memory", message: "" }),
      )
      const onAbort = () => killFor({ kind: "cancelled", message: "The run was cancelled." })
      handlers.signal?.addEventListener("abort", onAbort)
      if (handlers.signal?.aborted) onAbort()

      const settle = (how: Ended) => {
        clearTimeout(timer)
        memory.stop()
        handlers.signal?.removeEventListener("abort", onAbort)
        onMessage = () => {}
        resolve(how)
      }
      void gone.then(() =>
        settle({ type: "failed", error: cause ?? { kind: "crash", message: crashSentence(complaints) } }),
      )

      onMessage = (message) => {
        if (message === null) return killFor(misbehaviour)
        switch (message.type) {
          case "console":
            written += message.text.length
            if (written > (handlers.outputBytes ?? 0)) return killFor(misbehaviour)
            return void console.push({ level: levelOf(message.level), text: message.text })
          case "console-full":
            consoleTruncated = true
            return
          case "fetch":
            fetches += 1
            if (!handlers.fetch || fetches > (handlers.fetches ?? 0)) return killFor(misbehaviour)
            return void answerFetch(message.id, message.json, handlers, fetching.signal)
          case "failed":
            return settle({
              type: "failed",
              error: { kind: message.kind, message: message.message, line: message.line },
            })
          case "done":
          case "exited":
          case "issues":
            return settle(message)
        }
      }
      process.stdin.write(writeFrame(order))
    })

    fetching.abort()
    // Also after an error that the script threw: what a child in good health tells and what one that was taken over tells looks alike.
    if (ended.type === "failed" || order.type === "shell") {
      spent = true
      await kill()
    }
    return { ...ended, console, consoleTruncated, durationMs: Math.round(performance.now() - since) }
  }

  async function answerFetch(id: number, json: string, { fetch, fetchBytes = 0 }: RunHandlers, signal: AbortSignal) {
    let answer: object
    try {
      const response = await fetch!(Request.parse(JSON.parse(json)), signal)
      if (Buffer.byteLength(response.body) > fetchBytes)
        throw new Error(`The answer is longer than ${fetchBytes} bytes, which is as much as a script may fetch.`)
      answer = { type: "fetched", id, json: JSON.stringify({ ...response, headers: lowerCased(response.headers) }) }
    } catch (error) {
      answer = {
        type: "refused",
        id,
        message: (error instanceof Error ? error.message : String(error)).slice(0, 2_000),
      }
    }
    if (!signal.aborted) process.stdin.write(writeFrame(answer))
  }
}

function spawnProgram({
  wrapper,
  bubblewrap,
  permission,
  program = ownProgram(),
}: Launch): ChildProcessByStdio<Writable, Readable, Readable> {
  const readable = readableBy(program)
  const flags = [
    ...(permission ? ["--permission", ...readable.map((path) => `--allow-fs-read=${path}`)] : []),
    "--disallow-code-generation-from-strings",
    "--no-addons",
    "--no-warnings",
    "--expose-gc",
    `--max-old-space-size=${HEAP_MB}`,
  ]
  const place = [process.execPath, ...readable].flatMap((path) => ["--ro-bind", path, path])
  const [command, ...args] = [
    ...[...wrapper, ...(bubblewrap ? ["bwrap", ...namespaces(place), "--"] : [])],
    ...[process.execPath, ...flags, program],
  ]
  // An empty environment: not even a script that left QuickJS and Node's permissions behind would find a credential.
  return spawn(command!, args, { env: {}, cwd: "/", stdio: ["pipe", "pipe", "pipe"] })
}

/** Beside this file where the sources run; one file beside the server where it was built (scripts/bundle.mjs). */
function ownProgram(): string {
  return fileURLToPath(
    new URL(import.meta.url.endsWith(".ts") ? "../child/main.ts" : "./sandbox-child.js", import.meta.url),
  )
}

function readableBy(program: string): string[] {
  if (!program.endsWith(".ts")) return [program, join(dirname(program), "package.json")]
  const here = fileURLToPath(new URL("../../", import.meta.url))
  const installed = [`${here}node_modules/`, fileURLToPath(new URL("../../../../node_modules/", import.meta.url))]
  return [here, ...installed.filter((path) => existsSync(path))]
}

function readMessage(text: string): FromChild | null {
  try {
    return Message.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function levelOf(level: string): ConsoleLine["level"] {
  return level === "debug" || level === "warn" || level === "error" ? level : "info"
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function crashSentence(complaints: string): string {
  return /heap out of memory/.test(complaints)
    ? "The script needed more memory than it may have."
    : "The process that ran the script ended by itself."
}
