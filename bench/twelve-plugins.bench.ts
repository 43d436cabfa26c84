// How much later a server is ready that has twelve plugins instead of the product's own.
import { readFileSync } from "node:fs"
import { plugins } from "../apps/server/src/plugins.ts"
import { findRunningEmbedded } from "../packages/core/src/db/embedded/embedded.ts"
import { serverFlags } from "../scripts/server-flags.mjs"
import { cpuTimeOf, residentKilobytesOf } from "./chat/processes.ts"
import { bundleWithDummies } from "./stage/dummy-plugins.ts"
import { builtServer, scratchFolder, start, startProduct } from "./stage/product.ts"
import { size } from "./stage/size.ts"
import { median, printAims } from "./stage/table.ts"

const ROUNDS = size(9, 1, "BENCH_ROUNDS")
const TWELVE = 12

const folder = scratchFolder()
// Brings the database that both use; what a plugin more wants there is made in the round that does not count.
const host = await startProduct(folder.path)
const config = (await findRunningEmbedded(folder.path))!
const twelve = await bundleWithDummies(TWELVE - plugins.length)
const programs = { own: builtServer, twelve: twelve.program }
const seen = { own: [] as Start[], twelve: [] as Start[] }

interface Start {
  ms: number
  cpuMs: number
  rssMb: number
}

for (let round = 0; round <= ROUNDS; round++)
  for (const side of ["own", "twelve"] as const) {
    const began = performance.now()
    const server = await start(
      [process.execPath, ...serverFlags, programs[side]],
      {
        PORT: "0",
        SITE_PORT: "0",
        DATA_DIR: folder.path,
        LOG_LEVEL: "warn",
        COUNTERSIGN_SECRET: readFileSync(`${folder.path}/secret.key`, "utf8").trim(),
        DATABASE_URL: `postgres://${config.user}@localhost:${config.port}/${config.database}?host=${encodeURIComponent(config.host!)}`,
      },
      /Countersign is at (http\S+)/,
    )
    const ms = performance.now() - began
    const pid = server.child.pid!
    if (round > 0) seen[side].push({ ms, cpuMs: cpuTimeOf(pid) / 1_000, rssMb: residentKilobytesOf(pid) / 1_024 })
    await server.stop()
  }
await host.stop()
twelve.remove()
folder.remove()

const more = (of: keyof Start) => median(seen.twelve.map((one, round) => one[of] - seen.own[round]![of]))
const sizes = (of: keyof Start) => `${median(seen.own.map((one) => one[of])).toFixed(0)} before`
printAims(`${TWELVE} plugins instead of ${plugins.length}`, [
  {
    what: "ready later by",
    measured: `${more("ms").toFixed(0)} ms (${sizes("ms")})`,
    aim: "at most 200 ms",
    met: more("ms") <= 200,
  },
  {
    what: "processor time until then, more by",
    measured: `${more("cpuMs").toFixed(0)} ms (${sizes("cpuMs")})`,
    aim: "none, for comparison",
    met: null,
  },
  {
    what: "memory right then, more by",
    measured: `${more("rssMb").toFixed(0)} MB (${sizes("rssMb")})`,
    aim: "none, for comparison",
    met: null,
  },
])
