import { constants } from "node:fs"
import { access, stat, statfs } from "node:fs/promises"
import { join, resolve } from "node:path"
import type { Environment } from "@countersign/server/boot"
import type { Finding } from "./examine.ts"

const LOW_DISK_MB = 1_024

export async function examineFolder(environment: Environment): Promise<Finding[]> {
  if (environment.DATABASE_URL) return []
  const folder = resolve(environment.DATA_DIR)
  const subject = "DATA_DIR"
  const existing = await stat(folder).catch(() => null)
  if (!existing)
    return [
      { state: "doubtful", subject, says: `${folder} does not exist yet.`, remedy: "The first start creates it." },
    ]
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return [
      {
        state: "bad",
        subject,
        says: `${folder} cannot be written by this user.`,
        remedy: "Give the user that runs the server access to it, or set DATA_DIR to another folder.",
      },
    ]
  }
  return [
    { state: "good", subject, says: `${folder} can be read and written.` },
    await examineDisk(folder),
    await examineKey(folder, environment),
  ]
}

async function examineDisk(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder)
  const freeMb = Math.round((bavail * bsize) / 1024 / 1024)
  const says = `${freeMb} MB free beside the data.`
  if (freeMb >= LOW_DISK_MB) return { state: "good", subject: "Disk", says }
  return {
    state: "bad",
    subject: "Disk",
    says,
    remedy: "Make room before the disk is full: a database without space stops accepting changes.",
  }
}

async function examineKey(folder: string, environment: Environment): Promise<Finding> {
  const subject = "Secret"
  if (environment.COUNTERSIGN_SECRET) return { state: "good", subject, says: "COUNTERSIGN_SECRET is set." }
  const file = join(folder, "secret.key")
  const key = await stat(file).catch(() => null)
  if (!key)
    return { state: "doubtful", subject, says: "there is no key file yet.", remedy: "The first start creates it." }
  if ((key.mode & 0o077) !== 0)
    return { state: "bad", subject, says: `${file} can be read by other users.`, remedy: `Run: chmod 600 ${file}` }
  return { state: "good", subject, says: `${file} is readable by its owner only. Keep a copy of it with your backups.` }
}
