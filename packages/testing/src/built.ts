import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { staleOf } from "../../../scripts/freshness.mjs"

export const root = fileURLToPath(new URL("../../../", import.meta.url))

const parts = ["server", "web", "fixtures"] as const

/** Tests start what people start, so it is built before the first of them, once for all. Nothing to do takes 50 ms. */
export function ensureBuilt(): void {
  if (staleOf(parts).length === 0) return
  const { status } = spawnSync(process.execPath, [`${root}scripts/build.mjs`, "--stale", ...parts], {
    cwd: root,
    stdio: "inherit",
    // Vitest sets it to "test", and React would come with its checks for development.
    env: { ...process.env, NODE_ENV: "production" },
  })
  if (status !== 0)
    throw new Error("The product could not be built, and tests run nothing else. Mend what stands above and run again.")
}

/** The file of a program that was built. Never the sources: what is tested is what is shipped. */
export function builtProgram(name: "server" | "cli" | `fixture:${string}`): string {
  const path = name.startsWith("fixture:")
    ? `dist/fixtures/${name.slice("fixture:".length)}.js`
    : `dist/server/${name === "server" ? "main" : name}.js`
  if (!existsSync(root + path))
    throw new Error(`${path} is not there. Run "node scripts/build.mjs --stale ${parts.join(" ")}", then this again.`)
  return root + path
}
