import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll } from "vitest"
import { staleOf } from "../scripts/freshness.mjs"

export interface StartedByCommand {
  url: string
  setUpLink: string
}

/** The command of the README on an empty data folder, with nothing else set. Stopped after the file's tests. */
export async function npmStart(): Promise<StartedByCommand> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-first-"))
  // The database runs as a user of its own where the server is started as root.
  chmodSync(folder, 0o755)
  const variables = { DATA_DIR: join(folder, "data"), PORT: "0", SITE_PORT: "0" }
  if (staleOf().length > 0)
    throw new Error(
      "The sources changed since the tests began. npm start would build anew, and take the web app away from the tests beside it.",
    )
  const { output, stop } = await runCommand(variables)
  afterAll(async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const url = /Countersign is at (http\S+)/.exec(output())?.[1]
  const setUpLink = /(http\S+\/set-up#token=\S+)/.exec(output())?.[1]
  if (!url || !setUpLink) throw new Error(`It printed no address and set-up link:\n${output()}`)
  return { url, setUpLink }
}

async function runCommand(variables: Record<string, string>) {
  // A group of its own: npm stands between us and the server.
  const child = spawn("npm", ["start"], {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  })
  let text = ""
  await new Promise<void>((ready, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk
        if (/\/set-up#token=\S+\s/.test(text)) ready()
      })
    }
    child.once("exit", (code) => reject(new Error(`npm start ended with code ${code}:\n${text}`)))
  })
  return {
    output: () => text,
    async stop() {
      const closed = once(child, "close")
      process.kill(-child.pid!, "SIGTERM")
      await closed
    },
  }
}
