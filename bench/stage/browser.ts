import { readdirSync, readFileSync } from "node:fs"
import { chromium, type Page } from "playwright-core"
import type { Session } from "../../packages/testing/src/session.ts"
import { findChromium } from "../../scripts/chromium.mjs"
import { cpuOf } from "./product.ts"

export interface Browser {
  page: Page
  /** Processor time of all its processes together, in microseconds. */
  cpu(): number
  /** Of the threads that run pages, in microseconds. */
  mainThread(): number
  close(): Promise<void>
}

/** With one page, signed in like the session. */
export async function startBrowser(session: Session, url: string): Promise<Browser> {
  const browser = await chromium.launchServer(findChromium())
  const root = browser.process().pid!
  const context = await (await chromium.connect(browser.wsEndpoint())).newContext()
  const pairs = session.cookie().split("; ")
  await context.addCookies(
    pairs.map((pair) => {
      const at = pair.indexOf("=")
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url }
    }),
  )
  const sumOf = (microseconds: (pid: number) => number) =>
    processesOf(root).reduce((sum, pid) => sum + orNone(() => microseconds(pid)), 0)
  return {
    page: await context.newPage(),
    cpu: () => sumOf(cpuOf),
    mainThread: () => sumOf((pid) => (isRenderer(pid) ? firstThreadOf(pid) : 0)),
    close: () => browser.close(),
  }
}

function processesOf(root: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each)))
    parents.set(
      Number(name),
      orNone(() => Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8"))?.[1])),
    )
  const isOurs = (pid: number): boolean => pid === root || (pid > 1 && isOurs(parents.get(pid) ?? 0))
  return [...parents.keys()].filter(isOurs)
}

function isRenderer(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--type=renderer")
}

function firstThreadOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1_000
}

/** A process may be gone meanwhile. */
function orNone(read: () => number): number {
  try {
    return read()
  } catch {
    return 0
  }
}
