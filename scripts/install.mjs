import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { modules, root } from "./processes.mjs"

const stamp = join(modules, ".countersign-install")

/** Installs the packages of the lockfile, unless exactly these are there already. Ends the process if that fails. */
export function ensureInstalled() {
  const wanted = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex")
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return
  if (!installedByHand()) {
    console.log("Installing packages; the first time this takes a minute or two.")
    const status = install()
    if (status !== 0) {
      console.error("The packages could not be installed (see npm's message above). Mend that, then run this again.")
      process.exit(status)
    }
  }
  writeFileSync(stamp, wanted)
}

/** The Node that runs the product: the one npm brought, else the one we run on. Ends the process if both are too old. */
export function findNode() {
  for (const node of [join(modules, ".bin", "node"), process.execPath]) {
    const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" })
    if (Number.parseInt(stdout?.slice(1) ?? "", 10) >= 24) return node
  }
  console.error(
    `Countersign runs on Node 24 or newer. This is ${process.version}, and npm has no Node 24 for ${process.platform}-${process.arch}: install it from https://nodejs.org, then run this again.`,
  )
  process.exit(1)
}

/**
 * `npm ci` insists that the lockfile names every optional package of every platform, which no registry that lacks
 * some of them can give. `npm install` keeps to the lockfile as well, and `--no-save` leaves it as it is.
 */
function install() {
  const options = ["--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"]
  if (npm(["ci", ...options], "ignore") === 0) return 0
  return npm(["install", "--no-save", ...options], "inherit")
}

function npm(args, stdio) {
  // npm names its own program here when it runs a script; another npm on PATH may be too old for the lockfile.
  const program = process.env.npm_execpath
  const [command, first] = program?.endsWith("js") ? [process.execPath, [program]] : ["npm", []]
  return spawnSync(command, [...first, ...args], { cwd: root, stdio }).status ?? 1
}

/** npm keeps a lockfile of what it really installed; somebody may have run npm ci before us, without network now. */
function installedByHand() {
  let installed
  try {
    installed = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8")).packages
  } catch {
    return false
  }
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"))
  const wrong = Object.entries(packages).filter(([path, wanted]) => {
    if (path === "") return false
    const found = installed[path]
    if (!found) return isForThisMachine(wanted)
    return found.version !== wanted.version || found.integrity !== wanted.integrity
  })
  return wrong.length === 0 && Object.keys(installed).every((path) => path in packages)
}

function isForThisMachine({ optional, os, cpu, libc }) {
  if (!optional) return true
  return Boolean(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc)
}
