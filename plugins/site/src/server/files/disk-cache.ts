import { randomUUID } from "node:crypto"
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { Tx } from "@countersign/core/server"
import { type FilePart, readFile, type StoredFile } from "./file-store.ts"

/** Smaller ones are as quick from the database, and servers keep them in memory. */
const LEAST_BYTES = 128 * 1024
/** Of each server. When more than a quarter of it was written since the last look, the oldest go. */
const MOST_BYTES = 1024 ** 3

/**
 * The bytes of a file or of a part of it, from this server's disk where they are there. The folder may be deleted or fill up at any
 * moment: what cannot be read there is read from the database.
 */
export async function readThroughDisk(
  tx: Tx,
  folder: string | null,
  file: StoredFile,
  part: FilePart = {},
): Promise<Buffer> {
  const size = part.compressed ? (file.compressedSize ?? 0) : file.size
  if (folder === null || size < LEAST_BYTES) return readFile(tx, file.hash, part)
  const path = pathOf(folder, file.hash, part.compressed ?? false)
  const found = await readPart(path, size, part).catch(() => null)
  if (found) return found
  const whole = await readFile(tx, file.hash, { compressed: part.compressed ?? false })
  await keep(folder, path, whole).catch(() => {})
  return whole.subarray(part.from ?? 0, part.to ?? whole.byteLength)
}

function pathOf(folder: string, hash: string, compressed: boolean): string {
  return join(folder, "site", hash.slice(0, 2), compressed ? `${hash}.br` : hash)
}

/** Null where it is not whole: a server that lost its power may have kept the name and not the bytes. */
async function readPart(path: string, size: number, { from = 0, to = size }: FilePart): Promise<Buffer | null> {
  const handle = await open(path)
  try {
    if ((await handle.stat()).size !== size) return null
    const wanted = Math.max(0, Math.min(to, size) - from)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(wanted), 0, wanted, from)
    return bytesRead === wanted ? buffer : null
  } finally {
    await handle.close()
  }
}

let writtenSinceLook = 0

/** It has its name only once it is whole. */
async function keep(folder: string, path: string, bytes: Buffer): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  await mkdir(dirname(path), { recursive: true })
  await writeFile(draft, bytes)
  await rename(draft, path)
  writtenSinceLook += bytes.byteLength
  if (writtenSinceLook < MOST_BYTES / 4) return
  writtenSinceLook = 0
  await dropOldest(join(folder, "site"), MOST_BYTES)
}

export async function dropOldest(folder: string, mostBytes: number): Promise<void> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = await Promise.all(
    names
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const path = join(parentPath, name)
        const { size, mtimeMs } = await stat(path)
        return { path, size, mtimeMs }
      }),
  )
  let bytes = files.reduce((sum, { size }) => sum + size, 0)
  for (const { path, size } of files.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (bytes <= mostBytes) return
    await rm(path, { force: true })
    bytes -= size
  }
}
