import { chmodSync, chownSync, existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { StartError } from "./start-error.ts"

// 103 bytes on macOS, 107 on Linux, less the socket's own name and its lock file's.
const LONGEST_FOLDER = 103 - "/.s.PGSQL.5432.lock".length

/** A folder of its own in the temporary place, because DATA_DIR may be too long, or on a mount that takes no sockets. */
export function makeSocketFolder(previous: string | undefined, owner: { uid: number; gid: number } | null): string {
  const uid = owner?.uid ?? process.getuid?.() ?? 0
  // The same place again, so that a pool made before the database died finds it where it was.
  if (previous && isOurs(previous, uid)) {
    for (const stale of readdirSync(previous).filter((name) => name.startsWith(".s.PGSQL."))) {
      rmSync(join(previous, stale), { force: true })
    }
    return previous
  }
  for (const parent of new Set([tmpdir(), "/tmp"])) {
    if (parent.length + "/countersign-XXXXXX".length > LONGEST_FOLDER) continue
    if (owner && !isOpenToAll(parent)) continue
    try {
      const folder = mkdtempSync(join(parent, "countersign-"))
      chmodSync(folder, 0o700)
      if (owner) chownSync(folder, owner.uid, owner.gid)
      return folder
    } catch {}
  }
  throw new StartError(
    `The database needs a folder with a short path for its socket, and neither ${tmpdir()} nor /tmp can hold one. Set TMPDIR to a short path that can be written to.`,
  )
}

export function removeSocketFolder(folder: string): void {
  if (folder && existsSync(folder)) rmSync(folder, { recursive: true, force: true })
}

/** Somebody else may have made a folder of that name after the old one was swept away. */
function isOurs(folder: string, uid: number): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  return stats?.isDirectory() === true && stats.uid === uid && (stats.mode & 0o777) === 0o700
}

/** The database's user must reach the folder through every folder above it. */
function isOpenToAll(folder: string): boolean {
  let path = ""
  return folder.split("/").every((part) => {
    path += `${part}/`
    const stats = lstatSync(path.length > 1 ? path.slice(0, -1) : "/", { throwIfNoEntry: false })
    return stats !== undefined && (stats.isSymbolicLink() || (stats.mode & 0o001) !== 0)
  })
}
