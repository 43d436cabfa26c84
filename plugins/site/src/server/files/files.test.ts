import { mkdtemp, readdir, rm, stat, truncate, utimes, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliDecompressSync } from "node:zlib"
import { moveClock, testPlatform } from "@countersign/testing"
import { afterAll, describe, expect, it } from "vitest"
import { sitePlugin } from "../../server.ts"
import { dropOldest, readThroughDisk } from "./disk-cache.ts"
import {
  CHUNK_BYTES,
  collectFiles,
  findFile,
  holdFiles,
  KEPT_HOURS,
  putFile,
  putFiles,
  readFile,
} from "./file-store.ts"

const { database } = await testPlatform({ plugins: [sitePlugin] })
const tx = database.direct
const folder = await mkdtemp(join(tmpdir(), "countersign-files-"))
afterAll(() => rm(folder, { recursive: true }))

/** Bytes that nobody can compress, the same each time. */
function noise(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0, state = seed; at < length; at += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    bytes[at] = state >> 16
  }
  return bytes
}

describe("files", () => {
  it("come back as they were put, whole and in parts, over the borders of chunks", async () => {
    const bytes = noise(2 * CHUNK_BYTES + 100)
    const { hash, size, compressedSize } = await putFile(tx, { type: "image/png", bytes })
    expect({ size, compressedSize }).toEqual({ size: bytes.length, compressedSize: null })
    expect((await readFile(tx, hash)).equals(bytes)).toBe(true)
    for (const [from, to] of [
      [0, 1],
      [CHUNK_BYTES - 1, CHUNK_BYTES + 1],
      [CHUNK_BYTES, CHUNK_BYTES],
      [10, 2 * CHUNK_BYTES + 50],
      [2 * CHUNK_BYTES + 99, 5 * CHUNK_BYTES],
    ] as const)
      expect((await readFile(tx, hash, { from, to })).equals(bytes.subarray(from, to))).toBe(true)
    const empty = await putFile(tx, { type: "text/plain", bytes: Buffer.alloc(0) })
    expect((await readFile(tx, empty.hash)).length).toBe(0)
  })

  it("are compressed where it pays, and are kept once however often they are put", async () => {
    const page = { type: "text/html; charset=utf-8", bytes: Buffer.from("<p>Hello</p>".repeat(1_000)) }
    const [first, again] = await putFiles(tx, [page, page])
    expect(again).toEqual(first)
    expect(first!.compressedSize).toBeLessThan(page.bytes.length / 10)
    expect(brotliDecompressSync(await readFile(tx, first!.hash, { compressed: true })).equals(page.bytes)).toBe(true)
    const { rows } = await database.pool.query("SELECT count(*)::int AS chunks FROM site.file_chunk WHERE hash = $1", [
      first!.hash,
    ])
    expect(rows).toEqual([{ chunks: 2 }])
  })

  it("of one content and two types are two: what was put as text is never sent as a page", async () => {
    const bytes = Buffer.from("<script>alert(1)</script>")
    const text = await putFile(tx, { type: "text/plain", bytes })
    const page = await putFile(tx, { type: "text/html", bytes })
    expect(page.hash).not.toBe(text.hash)
    expect(await findFile(tx, text.hash)).toMatchObject({ type: "text/plain" })
  })

  it("go a day after nobody uses them any more, and stay as long as somebody does", async () => {
    const used = await putFile(tx, { type: "text/plain", bytes: Buffer.from("used") })
    const left = await putFile(tx, { type: "text/plain", bytes: Buffer.from("left") })
    await holdFiles(tx, "test", [used.hash, left.hash])
    await moveClock(database, `${KEPT_HOURS + 1} hours`)
    await holdFiles(tx, "test", [used.hash])
    await collectFiles(tx)
    expect(await findFile(tx, left.hash)).not.toBeNull()

    await moveClock(database, `${2 * (KEPT_HOURS + 1)} hours`)
    const putAgain = await putFile(tx, { type: "text/plain", bytes: Buffer.from("put again") })
    while ((await collectFiles(tx)) > 0);
    expect(await findFile(tx, left.hash)).toBeNull()
    expect(await findFile(tx, used.hash)).not.toBeNull()
    expect(await findFile(tx, putAgain.hash)).not.toBeNull()
    const { rows } = await database.pool.query("SELECT DISTINCT hash FROM site.file_chunk ORDER BY hash")
    expect(rows.map(({ hash }) => hash)).toEqual([used.hash, putAgain.hash].toSorted())
  })
})

describe("the folder on disk", () => {
  it("may be cut short, filled with something else or deleted at any moment", async () => {
    const bytes = noise(CHUNK_BYTES, 7)
    const file = await putFile(tx, { type: "image/png", bytes })
    const read = (from?: number, to?: number) =>
      readThroughDisk(tx, folder, file, { ...(from !== undefined && { from, to: to! }) })
    expect((await read()).equals(bytes)).toBe(true)
    const path = join(folder, "site", file.hash.slice(0, 2), file.hash)
    expect((await stat(path)).size).toBe(bytes.length)
    expect((await read(10, 20)).equals(bytes.subarray(10, 20))).toBe(true)

    await truncate(path, 100)
    expect((await read(50, 200)).equals(bytes.subarray(50, 200))).toBe(true)
    expect((await stat(path)).size).toBe(bytes.length)
    await rm(folder, { recursive: true })
    expect((await read()).equals(bytes)).toBe(true)
    await rm(folder, { recursive: true })
    await writeFile(folder, "a file where the folder was")
    expect((await read()).equals(bytes)).toBe(true)
    await rm(folder)
  })

  it("is read, not the database, where the file is there", async () => {
    const file = await putFile(tx, { type: "image/png", bytes: noise(CHUNK_BYTES, 8) })
    await readThroughDisk(tx, folder, file)
    await writeFile(join(folder, "site", file.hash.slice(0, 2), file.hash), Buffer.alloc(CHUNK_BYTES, 1))
    expect(await readThroughDisk(tx, folder, file, { from: 0, to: 3 })).toEqual(Buffer.from([1, 1, 1]))
  })

  it("loses its oldest files when it is full", async () => {
    await rm(folder, { recursive: true })
    for (const seed of [1, 2, 3]) {
      const file = await putFile(tx, { type: "image/gif", bytes: noise(CHUNK_BYTES, 20 + seed) })
      await readThroughDisk(tx, folder, file)
      await utimes(join(folder, "site", file.hash.slice(0, 2), file.hash), seed, seed)
    }
    await dropOldest(join(folder, "site"), 2 * CHUNK_BYTES)
    const kept = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    expect(kept).toHaveLength(2)
    const times = await Promise.all(kept.map(({ parentPath, name }) => stat(join(parentPath, name))))
    expect(times.map(({ mtimeMs }) => mtimeMs).toSorted()).toEqual([2_000, 3_000])
  })
})
