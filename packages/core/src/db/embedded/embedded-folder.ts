import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { hostname } from "node:os"
import { dirname, join, resolve } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { type FolderLock, isFolderLocked, takeFolderLock } from "./embedded-lock.ts"
import { userName } from "./embedded-user.ts"
import { StartError } from "./start-error.ts"

/** What the holder of a data folder tells other processes about itself. */
export interface HolderNote {
  pid: number
  host: string
  /** Where the database listens; absent until it accepts connections. */
  socketFolder: string
  ready: boolean
}

export interface HeldFolder {
  note(note: Omit<HolderNote, "pid" | "host">): void
  /** What an earlier holder left: one that was killed, or whose database was. */
  previous: HolderNote | null
  release(lastNote: Omit<HolderNote, "pid" | "host"> | null): void
}

/** Makes the folder when it is missing and holds it for this process, against every other. */
export async function holdFolder(dataDir: string): Promise<HeldFolder> {
  makeWritable(dataDir)
  const lock = takeLock(dataDir)
  if (!lock) throw new StartError(await inUseSentence(dataDir))
  const previous = readNote(dataDir)
  const note: HeldFolder["note"] = (content) => writeNote(dataDir, { pid: process.pid, host: hostname(), ...content })
  note({ socketFolder: previous?.socketFolder ?? "", ready: false })
  return {
    note,
    previous,
    release(lastNote) {
      if (lastNote) note(lastNote)
      else rmSync(notePath(dataDir), { force: true })
      lock.release()
    },
  }
}

/** Null when no process holds the folder. Waits for one that is just starting. */
export async function readHolder(dataDir: string, waitMs: number): Promise<HolderNote | null> {
  const deadline = performance.now() + waitMs
  while (isFolderLocked(lockPath(dataDir))) {
    const note = readNote(dataDir)
    if (note?.ready || performance.now() > deadline) return note
    await delay(50)
  }
  return null
}

function makeWritable(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.W_OK | constants.X_OK | constants.R_OK)
  } catch (error) {
    throw new StartError(unwritableSentence(dataDir, error as NodeJS.ErrnoException))
  }
}

function takeLock(dataDir: string): FolderLock | null {
  try {
    return takeFolderLock(lockPath(dataDir))
  } catch (error) {
    throw new StartError(unwritableSentence(dataDir, error as NodeJS.ErrnoException))
  }
}

function unwritableSentence(dataDir: string, error: NodeJS.ErrnoException): string {
  const folder = nearestExisting(dataDir)
  const stats = statSync(folder, { throwIfNoEntry: false })
  const who = userName(process.getuid?.() ?? -1)
  if (stats && !stats.isDirectory()) {
    return `DATA_DIR is ${dataDir}, but ${folder} is a file. Set DATA_DIR to a folder that ${who} can write to.`
  }
  const owner = stats ? `${folder} belongs to ${userName(stats.uid)}` : (error.code ?? error.message)
  const reason = error.code === "EROFS" ? `${folder} is on a read-only file system` : owner
  return `Countersign, running as ${who}, cannot write to DATA_DIR ${dataDir}: ${reason}. Give that folder to ${who}, or set DATA_DIR to one that ${who} can write to.`
}

function nearestExisting(path: string): string {
  let folder = resolve(path)
  while (folder !== dirname(folder)) {
    try {
      lstatSync(folder)
      return folder
    } catch {
      folder = dirname(folder)
    }
  }
  return folder
}

/** A process that was killed may have left its own note: give the new holder a moment to write one. */
async function inUseSentence(dataDir: string): Promise<string> {
  const deadline = performance.now() + 1_000
  let note = readNote(dataDir)
  while (!isPlausible(note) && performance.now() < deadline) {
    await delay(20)
    note = readNote(dataDir)
  }
  const where = note && note.host !== hostname() ? ` on ${note.host}` : ""
  const who = note && isPlausible(note) ? ` (pid ${note.pid}${where})` : ""
  return `The data folder ${dataDir} is in use by another Countersign process${who}. Stop that process, or set DATA_DIR to another folder.`
}

function isPlausible(note: HolderNote | null): boolean {
  if (!note) return false
  if (note.host !== hostname()) return true
  try {
    process.kill(note.pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

export function readNote(dataDir: string): HolderNote | null {
  try {
    return JSON.parse(readFileSync(notePath(dataDir), "utf8")) as HolderNote
  } catch {
    return null
  }
}

function writeNote(dataDir: string, note: HolderNote): void {
  const partial = `${notePath(dataDir)}.new`
  writeFileSync(partial, JSON.stringify(note), { mode: 0o600 })
  renameSync(partial, notePath(dataDir))
}

function lockPath(dataDir: string): string {
  return join(dataDir, "server.lock")
}

function notePath(dataDir: string): string {
  return join(dataDir, "server.json")
}
