/** What a visit is answered with. It says what it needs to know, and who runs it finds that in memory or asks the database. */
import { NotFoundError } from "@countersign/core/server"
import type { Served } from "../../contract/publish.ts"
import type { StoredFile } from "../files/file-store.ts"
import { mediaHeaders } from "../media/media-headers.ts"
import { MEDIA_PATH } from "../media/media-names.ts"
import type { Address } from "../publish/address-store.ts"
import { hashInAddress, NOT_FOUND_PATH } from "../publish/addresses.ts"
import { type Asked, answerFile, type FileBytes } from "./answer.ts"

/** Whoever has it asks whether it still holds, each time: what was taken back is gone at once, and a 304 costs little. */
const CHECKED = { "cache-control": "public, no-cache" }
const FOR_EVER = { "cache-control": "public, max-age=31536000, immutable" }

export type Need =
  | { readonly kind: "address"; readonly path: string }
  | { readonly kind: "file"; readonly hash: string }
  | ({ readonly kind: "bytes" } & FileBytes)

/** Whoever runs it answers each need with what `Found` has for its kind. */
export type Visit = Generator<Need, Served, Found[Need["kind"]]>

export interface Found {
  address: Address | null
  file: StoredFile | null
  bytes: Buffer
}

export function* visit(path: string, asked: Asked): Visit {
  const hash = hashInAddress(path)
  if (hash) {
    const file = yield* fileOf(hash)
    if (file && !file.type.startsWith("text/html")) return yield* answered(file, 200, FOR_EVER, asked)
  } else {
    const found = yield* addressOf(path)
    if (found?.location) return leadOn(found.status, found.location)
    if (found?.file) return yield* answerAt(path, found, asked, found.status)
    const bare = path.length > 1 && path.endsWith("/") ? path.replace(/(?<!\/)\/+$/, "") || "/" : null
    if (bare && (yield* addressOf(bare))) return leadOn(301, encodeURI(bare))
  }
  return yield* answerAt(NOT_FOUND_PATH, yield* addressOf(NOT_FOUND_PATH), asked, 404)
}

function leadOn(status: number, location: string): Served {
  return { status, headers: { ...CHECKED, location }, body: null }
}

function* answerAt(path: string, address: Address | null, asked: Asked, status: number): Visit {
  const file = address?.file ? yield* fileOf(address.file) : null
  if (!address || !file) throw new NotFoundError("There is nothing at this address.")
  const policy = path.startsWith(MEDIA_PATH)
    ? mediaHeaders({ type: file.type, name: path.slice(MEDIA_PATH.length) })
    : address.policy
      ? { "content-security-policy": address.policy }
      : undefined
  const kept = status === 200 ? CHECKED : { "cache-control": "no-store" }
  return yield* answered(file, status, { ...kept, ...policy }, asked)
}

function* answered(file: StoredFile, status: number, headers: Record<string, string>, asked: Asked): Visit {
  const answer = answerFile({ file, status, headers, asked })
  if (!("wanted" in answer)) return answer
  return answer.with((yield { kind: "bytes", ...answer.wanted }) as Buffer)
}

function* addressOf(path: string): Generator<Need, Address | null, Found[Need["kind"]]> {
  return (yield { kind: "address", path }) as Address | null
}

function* fileOf(hash: string): Generator<Need, StoredFile | null, Found[Need["kind"]]> {
  return (yield { kind: "file", hash }) as StoredFile | null
}
