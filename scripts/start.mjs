import { spawn, spawnSync } from "node:child_process"
import { join } from "node:path"
import { isBuilt } from "./freshness.mjs"
import { ensureInstalled, findNode } from "./install.mjs"
import { environment, root } from "./processes.mjs"
import { serverFlags } from "./server-flags.mjs"

ensureInstalled()
const node = findNode()
if (!isBuilt()) {
  console.log("Building the server and the web app.")
  const { status } = spawnSync(node, [join(root, "scripts/build.mjs")], {
    cwd: root,
    env: environment(),
    stdio: "inherit",
  })
  if (status !== 0) process.exit(status ?? 1)
}
// Without --enable-source-maps: it costs 14 MB. NODE_OPTIONS can ask for it.
serve(node, [...serverFlags, join(root, "dist/server/main.js"), ...process.argv.slice(2)])

function serve(command, args) {
  // Becoming the server leaves nothing between it and whoever sends it signals. Node 20 cannot.
  if (process.execve) process.execve(command, [command, ...args], process.env)

  const server = spawn(command, args, { stdio: "inherit" })
  for (const name of ["SIGTERM", "SIGHUP", "SIGINT"]) {
    // A terminal sends Ctrl-C to both of us; passed on as well it would count as the second, impatient one.
    process.on(name, () => (name === "SIGINT" && process.stdin.isTTY) || server.kill(name))
  }
  server.once("error", (error) => {
    console.error(`${command} could not be run: ${error.message}. Remove node_modules and run this again.`)
    process.exit(1)
  })
  server.once("exit", (code, signal) => {
    if (!signal) process.exit(code ?? 1)
    for (const name of ["SIGTERM", "SIGHUP", "SIGINT"]) process.removeAllListeners(name)
    process.kill(process.pid, signal)
  })
}
