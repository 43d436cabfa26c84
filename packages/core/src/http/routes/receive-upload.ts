import { randomUUID } from "node:crypto"
import { type FileHandle, open, unlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Upload } from "../../access/ctx.ts"
import type { UploadBounds } from "../../access/points/route.ts"
import { InvalidInputError, PlatformError, UnavailableError } from "../../errors.ts"
import { networkOf } from "../../identity/sign-in/network.ts"

/** Of each upload. The rest waits on disk: 64 of them hold 16 MB, whatever is sent. */
const MOST_IN_MEMORY = 256 * 1024
const FILES = { atOnce: 64, fromOneNetwork: 8, full: "Too many files are being sent at this moment." }
/** Messages of machines, such as heartbeats: a thousand jobs behind one address may all call at the full minute. */
const NOTES = { atOnce: 2_000, fromOneNetwork: 1_500, full: "Too many calls are coming in at this moment." }
const LARGEST_NOTE = 16 * 1024

export interface Uploads {
  /** Waits for the whole body, so that a slow sender holds no transaction. Counts until it is released. */
  receive(request: Request, bounds: UploadBounds, address: string): Promise<Received>
  readonly count: number
}

export interface Received extends Upload {
  release(): Promise<void>
}

export function createUploads(): Uploads {
  const [files, notes] = [createRoom(FILES), createRoom(NOTES)]
  return {
    get count() {
      return files.count + notes.count
    },
    async receive(request, bounds, address) {
      const type = demandType(request, bounds)
      if (Number(request.headers.get("content-length") ?? 0) > bounds.maxBytes) throw tooLarge(bounds)
      const leave = (bounds.maxBytes > LARGEST_NOTE ? files : notes).enter(networkOf(address))
      const spool = new Spool()
      let released = false
      const release = async () => {
        if (released) return
        released = true
        leave()
        await spool.release()
      }
      try {
        await receiveInto(spool, request, bounds)
        return { ...toUpload(type, spool), release }
      } catch (error) {
        await release()
        throw error
      }
    },
  }
}

/** So many together, and fewer from one network. */
function createRoom({ atOnce, fromOneNetwork, full }: typeof FILES) {
  const inside = new Map<string, number>()
  let count = 0
  return {
    get count() {
      return count
    },
    enter(network: string): () => void {
      const theirs = inside.get(network) ?? 0
      if (count >= atOnce || theirs >= fromOneNetwork) throw new UnavailableError(`${full} Try again in a few seconds.`)
      count++
      inside.set(network, theirs + 1)
      return () => {
        count--
        const left = inside.get(network)! - 1
        if (left > 0) inside.set(network, left)
        else inside.delete(network)
      }
    },
  }
}

function demandType({ headers }: Request, { types }: UploadBounds): string {
  const type = (headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase()
  const [family] = type.split("/")
  if (!types.includes(type) && !(family && types.includes(`${family}/*`)))
    throw new PlatformError(
      "unsupported_media_type",
      `This address takes ${types.filter(Boolean).join(", ")} and nothing else.`,
    )
  if ((headers.get("content-encoding") ?? "identity").toLowerCase() !== "identity")
    throw new PlatformError("unsupported_media_type", "Send the file as it is, without a content-encoding.")
  return type
}

function tooLarge({ maxBytes }: UploadBounds): PlatformError {
  return new PlatformError(
    "too_large",
    `What was sent is larger than ${inWords(maxBytes)}, the most this address takes.`,
  )
}

export function inWords(bytes: number): string {
  if (bytes < 10 * 1024) return `${bytes} bytes`
  return bytes < 10 * 1024 * 1024 ? `${Math.floor(bytes / 1024)} KiB` : `${Math.floor(bytes / 1024 / 1024)} MiB`
}

async function receiveInto(spool: Spool, request: Request, bounds: UploadBounds): Promise<void> {
  if (!request.body) return
  const reader = request.body.getReader()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const seconds = Math.ceil(bounds.deadlineMs / 1000)
    const sentence = `The file did not arrive within ${seconds} seconds. Send it again over a faster connection.`
    timer = setTimeout(() => reject(new PlatformError("too_slow", sentence)), bounds.deadlineMs)
  })
  late.catch(() => {})
  try {
    while (true) {
      const { done, value } = await Promise.race([reader.read().catch(broken), late])
      if (done) return
      if (spool.size + value.byteLength > bounds.maxBytes) throw tooLarge(bounds)
      await Promise.race([spool.write(value), late])
    }
  } catch (error) {
    reader.cancel().catch(() => {})
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function broken(): never {
  throw new InvalidInputError("The connection broke off before the file was whole. Send it again.")
}

function toUpload(type: string, spool: Spool): Upload {
  return {
    type,
    size: spool.size,
    bytes: () => spool.read(),
    async text() {
      const pieces: Uint8Array[] = []
      for await (const piece of spool.read()) pieces.push(piece)
      try {
        return utf8.decode(Buffer.concat(pieces))
      } catch {
        throw new InvalidInputError("What was sent is not valid UTF-8. Encode it as UTF-8 and send it again.")
      }
    },
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** The first part in memory, the rest in a file that has no name any more: whatever becomes of this process, it is gone. */
class Spool {
  size = 0
  #kept: Uint8Array[] = []
  #keptBytes = 0
  #file: FileHandle | undefined

  async write(piece: Uint8Array): Promise<void> {
    if (!this.#file && this.#keptBytes + piece.byteLength <= MOST_IN_MEMORY) {
      this.#kept.push(piece)
      this.#keptBytes += piece.byteLength
    } else {
      this.#file ??= await openNameless()
      await this.#file.writeFile(piece)
    }
    this.size += piece.byteLength
  }

  async *read(): AsyncGenerator<Uint8Array> {
    yield* this.#kept
    if (!this.#file) return
    const buffer = new Uint8Array(MOST_IN_MEMORY)
    for (let position = 0; ; ) {
      const { bytesRead } = await this.#file.read(buffer, 0, buffer.byteLength, position)
      if (bytesRead === 0) return
      position += bytesRead
      yield buffer.slice(0, bytesRead)
    }
  }

  async release(): Promise<void> {
    this.#kept = []
    const file = this.#file
    this.#file = undefined
    await file?.close()
  }
}

async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `countersign-upload-${randomUUID()}`)
  const file = await open(path, "wx+", 0o600)
  await unlink(path)
  return file
}
