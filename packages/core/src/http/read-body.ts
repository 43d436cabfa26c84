import secureJson from "secure-json-parse"
import { InvalidInputError, PlatformError } from "../errors.ts"

export const MAX_BODY_BYTES = 1024 * 1024
const MAX_DEPTH = 64

/** JSON from a request, bounded in size and depth, without keys that reach into prototypes. */
export async function readJson(request: Request, maxBytes = MAX_BODY_BYTES): Promise<unknown> {
  const type = request.headers.get("content-type") ?? ""
  const text = await readText(request, maxBytes)
  if (text === "") return {}
  if (!/^application\/json\b/i.test(type))
    throw new PlatformError(
      "unsupported_media_type",
      `Send JSON with "content-type: application/json"; this request says "${type || "nothing"}".`,
    )
  return parseJson(text)
}

export function parseJson(text: string, { keepNul = false } = {}): unknown {
  let value: unknown
  try {
    value = secureJson.parse(text, undefined, { protoAction: "error", constructorAction: "error" })
  } catch (error) {
    throw new InvalidInputError(`The body is not valid JSON: ${(error as Error).message}`)
  }
  // Postgres cannot hold it, and nobody types it.
  if (!keepNul && (/\\u0000/i.test(text) || text.includes("\0")))
    throw new InvalidInputError(
      "The input has the character U+0000 in it, which cannot be stored. Take it out and send it again.",
    )
  if (depthOf(value) > MAX_DEPTH) throw new InvalidInputError(`The body nests deeper than ${MAX_DEPTH} levels.`)
  return value
}

/** A body as text, bounded in size. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const tooLarge = () =>
    new PlatformError(
      "too_large",
      `The body is larger than ${Math.floor(maxBytes / 1024)} KiB, which is the most this address takes.`,
    )
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge()
  // With a declared length within bounds the server never delivers more than that.
  if (request.headers.has("content-length")) return request.text()
  if (!request.body) return ""
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

function depthOf(value: unknown): number {
  let deepest = 0
  const open: [unknown, number][] = [[value, 0]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [at, depth] = next
    if (typeof at !== "object" || at === null) continue
    deepest = Math.max(deepest, depth + 1)
    if (deepest > MAX_DEPTH) return deepest
    for (const child of Object.values(at)) open.push([child, depth + 1])
  }
  return deepest
}
