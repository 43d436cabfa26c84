/**
 * Work on what people bring, in a process of its own: a picture or an archive may hold it up, fill its memory or break it,
 * and never the server. It ends by SIGKILL, because what it runs keeps no time by itself: a picture ran past sharp's own
 * limit of three seconds for eight.
 */
import { type ChildProcessByStdio, spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Readable, Writable } from "node:stream"
import { fileURLToPath } from "node:url"
import { createTurnstile, UnavailableError } from "@countersign/core/server"
import { type Frame, readFrames, writeFrame } from "./frames.ts"

export interface Errand {
  readonly order: Frame
  readonly timeoutMs: number
  readonly memoryBytes: number
  /** Of everything that it answers. */
  readonly answerBytes: number
  readonly signal?: AbortSignal | undefined
}

/** What came, and how it ended: by itself, or why not. What came before an end at a limit counts. */
export interface Ended {
  readonly frames: readonly Frame[]
  readonly how: "done" | "time" | "memory" | "answer" | "crash" | "cancelled"
}

const HEAP_MB = 1_024
const LOOK_EVERY_MS = 50

/** Each takes a core: with more at once all of them would reach their time limit. */
const inTurn = createTurnstile({
  atOnce: 2,
  waiting: 100,
  full: "Too many files are being worked on at this moment. Try again in a few seconds.",
})

export function runApart(errand: Errand): Promise<Ended> {
  return inTurn(() => run(errand))
}

async function run({ order, timeoutMs, memoryBytes, answerBytes, signal }: Errand): Promise<Ended> {
  const child = startProgram()
  let how: Ended["how"] | null = null
  const kill = (why: Ended["how"]) => {
    how ??= why
    child.kill("SIGKILL")
  }
  const timer = setTimeout(() => kill("time"), timeoutMs)
  const look = setInterval(() => {
    if (memoryOf(child.pid!) > memoryBytes) kill("memory")
  }, LOOK_EVERY_MS)
  const onAbort = () => kill("cancelled")
  signal?.addEventListener("abort", onAbort)
  if (signal?.aborted) onAbort()
  const gone = new Promise<number | null>((resolve) => {
    child.once("exit", (code) => resolve(code))
    child.once("error", () => resolve(null))
  })
  let complaints = ""
  child.stderr.on("data", (piece: Buffer) => {
    if (complaints.length < 2_000) complaints += piece.toString().slice(0, 2_000)
  })
  // One that is gone while it is written to: its end says so already.
  child.stdin.on("error", () => {})
  const frames: Frame[] = []
  try {
    for (const piece of writeFrame(order)) child.stdin.write(piece)
    child.stdin.end()
    for await (const frame of readFrames(child.stdout, answerBytes)) frames.push(frame)
  } catch {
    kill("answer")
  }
  const code = await gone
  clearTimeout(timer)
  clearInterval(look)
  signal?.removeEventListener("abort", onAbort)
  // Nobody's file is to blame for what is not installed.
  if (how === null && UNINSTALLED.test(complaints))
    throw new UnavailableError(
      "This server cannot work on files, because a part of it is missing. Settings > Installation says which; whoever runs the server can mend it.",
    )
  if (how === null && code !== 0) how = /heap out of memory/.test(complaints) ? "memory" : "crash"
  return { frames, how: how ?? "done" }
}

const UNINSTALLED = /ERR_MODULE_NOT_FOUND|Could not load the "sharp" module/

function startProgram(): ChildProcessByStdio<Writable, Readable, Readable> {
  const program = ownProgram()
  const flags = [
    "--permission",
    "--allow-addons",
    ...readableBy(program).map((path) => `--allow-fs-read=${path}`),
    "--disallow-code-generation-from-strings",
    "--no-warnings",
    `--max-old-space-size=${HEAP_MB}`,
  ]
  // An empty environment: what a broken picture might make of the process finds no credential there.
  return spawn(process.execPath, [...flags, program], { env: {}, cwd: "/", stdio: ["pipe", "pipe", "pipe"] })
}

/** Beside this file where the sources run; one file beside the server where it was built (scripts/bundle.mjs). */
function ownProgram(): string {
  return fileURLToPath(new URL(import.meta.url.endsWith(".ts") ? "./program.ts" : "./site-child.js", import.meta.url))
}

function readableBy(program: string): string[] {
  const folders = [dirname(program)]
  for (let folder = dirname(program); dirname(folder) !== folder; folder = dirname(folder)) {
    folders.push(join(folder, "node_modules"), join(folder, "package.json"))
    // From sources, those of this plugin and of core too, which a link in node_modules leads to.
    if (program.endsWith(".ts") && existsSync(join(folder, "package.json")) && folder.endsWith("site"))
      folders.push(folder, join(folder, "../../packages/core"))
  }
  return folders.filter((path) => existsSync(path)).map((path) => (path.endsWith(".json") ? path : `${path}/*`))
}

const PAGE_BYTES = 4096

/** Its own pages, without those it shares with others. Without /proc nothing is watched. */
function memoryOf(pid: number): number {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ").map(Number)
    return (resident - shared) * PAGE_BYTES
  } catch {
    return 0
  }
}
