import { existsSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"

export interface FolderLock {
  release(): void
}

/**
 * Null while another process, or another holder in this one, has the lock.
 *
 * The lock is a kernel file lock, taken through SQLite because Node offers no other way to one: it ends with its
 * holder however that dies, so nobody ever has to delete a stale file, and it also holds between containers that
 * share a volume, where a process id means nothing. Never open `file` by other means: closing any descriptor of
 * it drops the lock.
 */
export function takeFolderLock(file: string): FolderLock | null {
  const handle = new DatabaseSync(file)
  try {
    // The wait outlasts isFolderLocked, which holds a shared lock for an instant.
    handle.exec("PRAGMA busy_timeout = 500; BEGIN EXCLUSIVE")
  } catch (error) {
    handle.close()
    if (isBusy(error)) return null
    throw error
  }
  return { release: () => handle.isOpen && handle.close() }
}

export function isFolderLocked(file: string): boolean {
  if (!existsSync(file)) return false
  const handle = new DatabaseSync(file, { readOnly: true })
  try {
    handle.exec("SELECT count(*) FROM sqlite_master")
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  } finally {
    handle.close()
  }
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY
}
