import { spawnSync } from "node:child_process"
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs"
import { dirname, join } from "node:path"
import type { PostgresBinaries } from "./embedded-binaries.ts"
import { userName } from "./embedded-user.ts"
import { StartError } from "./start-error.ts"

/** Leaves a data folder of this major version, owned by the database's user. Creates it on the first run. */
export function prepareCluster(options: {
  pgdata: string
  binaries: PostgresBinaries
  settings: Record<string, string>
}): void {
  const { pgdata, binaries } = options
  if (existsSync(pgdata)) {
    refuseForeignOwner(pgdata, binaries)
    refuseOtherMajor(pgdata, binaries.major)
    // Copies and volume mounts widen it, and Postgres refuses data that others may read.
    chmodSync(pgdata, 0o700)
  } else createCluster(options)
}

/** Where a first run builds the folder until it is whole. */
export function unfinished(pgdata: string): string {
  return `${pgdata}.new`
}

/**
 * The path by which Postgres sees its own data. When it runs as another user than we do, that user may be unable to
 * walk to the folder (DATA_DIR below /root); it is put there as its working directory, which needs no walk.
 */
export function pathForPostgres(pgdata: string, binaries: PostgresBinaries): string {
  return binaries.user && existsSync("/proc/self/cwd") ? "/proc/self/cwd" : pgdata
}

/** In a folder beside and then renamed: a start that is killed half-way leaves nothing that looks like a database. */
function createCluster({ pgdata, binaries, settings }: Parameters<typeof prepareCluster>[0]): void {
  const partial = unfinished(pgdata)
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { mode: 0o700 })
  if (binaries.owner) chownSync(partial, binaries.owner.uid, binaries.owner.gid)
  const { file, args, ...become } = binaries.command("initdb", [
    ...["-D", pathForPostgres(partial, binaries)],
    ...["--username=countersign", "--auth=trust", "--encoding=UTF8"],
    // Sorts and compares alike on every machine, whatever locales it has.
    ...["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
    // A quarter of the default: the first start writes a whole segment before anything else.
    "--wal-segsize=4",
    ...(settings.fsync === "off" ? ["--no-sync"] : []),
  ])
  const run = spawnSync(file, args, {
    ...become,
    cwd: partial,
    env: { LC_ALL: "C", TZ: "UTC", PATH: process.env.PATH },
    encoding: "utf8",
  })
  if (run.status !== 0) {
    rmSync(partial, { recursive: true, force: true })
    const reason =
      run.error?.message ?? (run.stderr.trim().split("\n").at(-1) || `it ended with ${run.signal ?? run.status}`)
    throw new StartError(
      `The database could not be created in ${pgdata}: ${reason}. Check that its disk has room and allows writing, then start again.`,
    )
  }
  renameSync(partial, pgdata)
  syncFolder(dirname(pgdata))
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, "r")
  fsyncSync(handle)
  closeSync(handle)
}

function refuseForeignOwner(pgdata: string, binaries: PostgresBinaries): void {
  const { uid } = statSync(pgdata)
  if (binaries.owner && uid === 0 && binaries.owner.uid !== 0) {
    giveAway(pgdata, binaries.owner)
    return
  }
  const expected = binaries.owner?.uid ?? process.getuid?.() ?? uid
  if (uid === expected) return
  throw new StartError(
    `The database in ${pgdata} belongs to ${userName(uid)}, but Countersign runs as ${userName(expected)}. Start it as ${userName(uid)} or as root, or give it away: chown -R ${expected} ${dirname(pgdata)}`,
  )
}

/** Restored or copied by root, for example: the files are right, only the owner is not. */
function giveAway(path: string, owner: { uid: number; gid: number }): void {
  chownSync(path, owner.uid, owner.gid)
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) chownSync(join(entry.parentPath, entry.name), owner.uid, owner.gid)
  }
}

function refuseOtherMajor(pgdata: string, major: number): void {
  let found: string
  try {
    found = readFileSync(join(pgdata, "PG_VERSION"), "utf8").trim()
  } catch {
    throw new StartError(
      `${pgdata} holds files but no database. Move that folder away to start with an empty database, or put back the one that was there.`,
    )
  }
  if (found === String(major)) return
  throw new StartError(
    `The database in ${pgdata} was made by Postgres ${found}, and this version of Countersign brings Postgres ${major}. ` +
      "Run `countersign backup FILE` with the version you used before, move the folder away, then run `countersign restore FILE` with this one.",
  )
}
