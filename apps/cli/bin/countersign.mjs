#!/usr/bin/env node
// Finds a Node 24 and runs the built command line with it, or the sources where nothing was built yet.
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const built = at("../../../dist/server/cli.js")
const entry = existsSync(built) ? built : at("../src/main.ts")
const brought = at("../../../node_modules/.bin/node")
const node = Number(process.versions.node.split(".")[0]) >= 24 ? process.execPath : brought
const { status } = spawnSync(node, [entry, ...process.argv.slice(2)], { stdio: "inherit" })
process.exit(status ?? 1)
