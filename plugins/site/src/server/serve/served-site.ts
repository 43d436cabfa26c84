/** What this server knows of the published site: nothing here is older than a quarter of a second when it is answered. */
import type { Ctx } from "@countersign/core/server"
import { compressed } from "../files/compress.ts"
import { readThroughDisk } from "../files/disk-cache.ts"
import { type FilePart, findFile, hashOf, type NewFile, type StoredFile } from "../files/file-store.ts"
import { type Address, addressAt } from "../publish/address-store.ts"
import { defaultSite } from "../publish/default-site.ts"
import { makeablesOf } from "../publish/make-pages.ts"
import { makeAll, openMaking } from "../publish/make-version.ts"
import { type Pointer, readPointer } from "../publish/publication-store.ts"

const FRESH_MS = 250
/** Addresses, those that are not there included: anybody can ask for any. */
const MOST_ADDRESSES = 10_000
const MOST_BYTES = 32 * 1024 * 1024
/** Larger ones come from disk. */
const MOST_BYTES_OF_ONE = 512 * 1024

export interface ServedSite {
  addressOf(ctx: Ctx, path: string): Promise<Address | null>
  fileOf(ctx: Ctx, hash: string): Promise<StoredFile | null>
  bytesOf(ctx: Ctx, file: StoredFile, part: FilePart): Promise<Buffer>
}

const servedBy = new WeakMap<object, ServedSite>()

export function servedSite({ runtime }: Ctx): ServedSite {
  const known = servedBy.get(runtime) ?? openServedSite()
  servedBy.set(runtime, known)
  return known
}

function openServedSite(): ServedSite {
  let pointer: Pointer | null = null
  let lookedAt = -Infinity
  let looking: Promise<Pointer> | null = null
  let addresses = new Map<string, Address | null>()
  let standIn: Promise<StandIn> | null = null
  const files = new Map<string, StoredFile>()
  const bodies = new Map<string, Buffer>()
  let bodyBytes = 0

  async function lookAgain(ctx: Ctx): Promise<Pointer> {
    if (pointer && performance.now() - lookedAt < FRESH_MS) return pointer
    looking ??= look(ctx).finally(() => {
      looking = null
    })
    return looking
  }

  async function look(ctx: Ctx): Promise<Pointer> {
    const asked = performance.now()
    const found = await readPointer(ctx.tx)
    if (found.revision !== pointer?.revision || found.publication !== pointer.publication) {
      addresses = new Map()
      standIn = null
    }
    pointer = found
    lookedAt = asked
    return found
  }

  function standInFor(ctx: Ctx): Promise<StandIn> {
    standIn ??= makeStandIn(ctx).catch((error) => {
      standIn = null
      throw error
    })
    return standIn
  }

  return {
    async addressOf(ctx, path) {
      const { publication } = await lookAgain(ctx)
      if (publication === 0) return (await standInFor(ctx)).addresses.get(path) ?? null
      const known = addresses
      const found = known.get(path)
      if (found !== undefined) return found
      const address = await addressAt(ctx.tx, path)
      if (known.size >= MOST_ADDRESSES) known.clear()
      known.set(path, address)
      return address
    },
    async fileOf(ctx, hash) {
      const kept = files.get(hash) ?? (standIn && (await standIn).files.get(hash)?.stored)
      if (kept) return kept
      const file = await findFile(ctx.tx, hash)
      if (!file) return null
      if (files.size >= MOST_ADDRESSES) files.clear()
      files.set(hash, file)
      return file
    },
    async bytesOf(ctx, file, part) {
      const made = standIn && (await standIn).files.get(file.hash)
      if (made) return (part.compressed ? made.brotli! : made.plain).subarray(part.from ?? 0, part.to)
      const size = part.compressed ? (file.compressedSize ?? 0) : file.size
      if (size > MOST_BYTES_OF_ONE) return readThroughDisk(ctx.tx, ctx.runtime.cacheFolder, file, part)
      const key = part.compressed ? `${file.hash}.br` : file.hash
      let body = bodies.get(key)
      if (!body) {
        body = await readThroughDisk(ctx.tx, ctx.runtime.cacheFolder, file, { compressed: part.compressed ?? false })
        if (bodyBytes + body.byteLength > MOST_BYTES) {
          bodies.clear()
          bodyBytes = 0
        }
        bodies.set(key, body)
        bodyBytes += body.byteLength
      }
      return part.from === undefined && part.to === undefined ? body : body.subarray(part.from ?? 0, part.to)
    },
  }
}

interface StandIn {
  readonly addresses: ReadonlyMap<string, Address>
  readonly files: ReadonlyMap<string, { stored: StoredFile; plain: Buffer; brotli: Buffer | null }>
}

/** The site that is there before anything was published is kept nowhere: it is made when somebody looks. */
async function makeStandIn(ctx: Ctx): Promise<StandIn> {
  const making = await openMaking(ctx, defaultSite())
  const made = await makeAll(makeablesOf(making))
  const addresses = new Map<string, Address>()
  const wanted: NewFile[] = [...making.frame.assets]
  for (const { path, status, file, location, policy } of made.flatMap((one) => one.addresses)) {
    if (file) wanted.push(file)
    addresses.set(path, { status, file: file && hashOf(file), location, policy })
  }
  const files = await Promise.all(
    wanted.map(async ({ type, bytes }) => {
      const plain = Buffer.from(bytes)
      const brotli = await compressed(type, bytes)
      const hash = hashOf({ type, bytes })
      const stored = { hash, type, size: plain.byteLength, compressedSize: brotli?.byteLength ?? null }
      return [hash, { stored, plain, brotli }] as const
    }),
  )
  return { addresses, files: new Map(files) }
}
