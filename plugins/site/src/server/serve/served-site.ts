/** What this server knows of the published site: nothing here is older than a quarter of a second when it is answered. */
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import type { Ctx } from "@countersign/core/server"
import type { Served } from "../../contract/publish.ts"
import { compressed } from "../files/compress.ts"
import { readThroughDisk } from "../files/disk-cache.ts"
import { findFile, hashOf, type NewFile, type StoredFile } from "../files/file-store.ts"
import { type Address, addressAt } from "../publish/address-store.ts"
import { defaultSite } from "../publish/default-site.ts"
import { makeablesOf } from "../publish/make-pages.ts"
import { makeAll, openMaking } from "../publish/make-version.ts"
import { type Pointer, readPointer } from "../publish/publication-store.ts"
import type { FileBytes } from "./answer.ts"
import type { Found, Need, Visit } from "./visit.ts"

const FRESH_MS = 250
/** Halfway one visit goes by the database, so that all others need not wait for it when the time is over. */
const LOOK_AGAIN_MS = FRESH_MS / 2
/** Addresses, those that are not there included: anybody can ask for any. */
export const MOST_ADDRESSES = 10_000
const MOST_BYTES = 32 * 1024 * 1024
/** Larger ones come from disk. */
const MOST_BYTES_OF_ONE = 512 * 1024

export interface ServedSite {
  /** With the database, for what is not in memory. */
  answer(ctx: Ctx, visit: Visit): Promise<Served>
  /** From memory alone; null where that is too old or does not hold all of it. */
  recall(visit: Visit): Served | null
  /** Answers that were made of memory and hold as long as it does. Null where memory is too old to be answered from. */
  readonly ready: Map<string, Ready> | null
}

/** An answer, and the one for whoever has it already. */
export interface Ready {
  readonly whole: Served
  readonly unchanged: Served | null
}

const servedBy = new WeakMap<object, ServedSite>()

export function servedSite(runtime: Ctx["runtime"]): ServedSite {
  const known = servedBy.get(runtime) ?? openServedSite()
  servedBy.set(runtime, known)
  return known
}

/** What holds as long as the pointer stays where it is. A visit keeps to the one that it began with. */
interface View extends Pointer {
  readonly addresses: Map<string, Address | null>
  standIn: Promise<StandIn> | null
  madeStandIn: StandIn | null
}

function openServedSite(): ServedSite {
  let view: View | null = null
  let lookedAt = -Infinity
  let looking: Promise<View> | null = null
  let isSomebodySent = false
  const files = new Map<string, StoredFile>()
  const bodies = new Map<string, Buffer>()
  let bodyBytes = 0
  const ready = new Map<string, Ready>()

  async function lookAgain(ctx: Ctx): Promise<View> {
    if (view && performance.now() - lookedAt < LOOK_AGAIN_MS) return view
    looking ??= look(ctx).finally(() => {
      looking = null
    })
    return looking
  }

  async function look(ctx: Ctx): Promise<View> {
    const asked = performance.now()
    const found = await readPointer(ctx.tx)
    if (!view || found.revision !== view.revision || found.publication !== view.publication) {
      view = { ...found, addresses: new Map(), standIn: null, madeStandIn: null }
      ready.clear()
    }
    lookedAt = asked
    isSomebodySent = false
    return view
  }

  function standInOf(ctx: Ctx, of: View): Promise<StandIn> {
    of.standIn ??= makeStandIn(ctx).then(
      (standIn) => {
        of.madeStandIn = standIn
        return standIn
      },
      (error) => {
        of.standIn = null
        throw error
      },
    )
    return of.standIn
  }

  /** Undefined where memory does not tell. */
  function find(of: View, need: Need): Found[Need["kind"]] | undefined {
    const standIn = of.madeStandIn
    if (of.publication === 0 && !standIn) return undefined
    if (need.kind === "address")
      return standIn ? (standIn.addresses.get(need.path) ?? null) : of.addresses.get(need.path)
    if (need.kind === "file") return standIn?.files.get(need.hash)?.stored ?? files.get(need.hash)
    const own = standIn?.files.get(need.file.hash)
    const body = own && need.encoding !== "gzip" ? own[need.encoding ?? "plain"]! : bodies.get(keyOf(need))
    return body && partOf(body, need)
  }

  async function read(ctx: Ctx, of: View, need: Need): Promise<Found[Need["kind"]]> {
    if (of.publication === 0) await standInOf(ctx, of)
    const known = find(of, need)
    if (known !== undefined) return known
    if (need.kind === "address") {
      const address = await addressAt(ctx.tx, need.path)
      if (of.addresses.size >= MOST_ADDRESSES) of.addresses.clear()
      of.addresses.set(need.path, address)
      return address
    }
    if (need.kind === "file") {
      const file = await findFile(ctx.tx, need.hash)
      if (files.size >= MOST_ADDRESSES) files.clear()
      if (file) files.set(need.hash, file)
      return file
    }
    return bytesOf(ctx, of, need)
  }

  async function bytesOf(ctx: Ctx, of: View, need: FileBytes): Promise<Buffer> {
    const { file, encoding } = need
    const isSmall = (encoding === "br" ? (file.compressedSize ?? 0) : file.size) <= MOST_BYTES_OF_ONE
    if (encoding === "gzip") {
      const plain = (await read(ctx, of, { kind: "bytes", file, encoding: null })) as Buffer
      return keep(need, await zipped(plain))
    }
    const part = isSmall ? {} : { from: need.from, to: need.to }
    const body = await readThroughDisk(ctx.tx, ctx.runtime.cacheFolder, file, {
      ...part,
      compressed: encoding === "br",
    })
    return isSmall ? partOf(keep(need, body), need) : body
  }

  function keep(need: FileBytes, body: Buffer): Buffer {
    if (bodyBytes + body.byteLength > MOST_BYTES) {
      bodies.clear()
      // They hold the bytes as well.
      ready.clear()
      bodyBytes = 0
    }
    if (!bodies.has(keyOf(need))) bodyBytes += body.byteLength
    bodies.set(keyOf(need), body)
    return body
  }

  return {
    async answer(ctx, visit) {
      const of = await lookAgain(ctx)
      let step = visit.next(null)
      while (!step.done) step = visit.next(await read(ctx, of, step.value))
      return step.value
    },
    recall(visit) {
      if (!view) return null
      let step = visit.next(null)
      while (!step.done) {
        const found = find(view, step.value)
        if (found === undefined) return null
        step = visit.next(found)
      }
      return step.value
    },
    get ready() {
      const age = performance.now() - lookedAt
      if (age < LOOK_AGAIN_MS) return ready
      if (age >= FRESH_MS || !isSomebodySent) {
        isSomebodySent = true
        return null
      }
      return ready
    },
  }
}

const zipped = promisify(gzip)

function keyOf({ file, encoding }: FileBytes): string {
  return `${encoding ?? ""} ${file.hash}`
}

function partOf(body: Buffer, { from, to }: FileBytes): Buffer {
  return from === undefined && to === undefined ? body : body.subarray(from, to)
}

interface StandIn {
  readonly addresses: ReadonlyMap<string, Address>
  readonly files: ReadonlyMap<string, { stored: StoredFile; plain: Buffer; br: Buffer | null }>
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
      const br = await compressed(type, bytes)
      const hash = hashOf({ type, bytes })
      const stored = { hash, type, size: plain.byteLength, compressedSize: br?.byteLength ?? null }
      return [hash, { stored, plain, br }] as const
    }),
  )
  return { addresses, files: new Map(files) }
}
