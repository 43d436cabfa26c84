import { InvalidInputError, PlatformError } from "../errors.ts"
import { type JsonLimits, parseJson } from "../json.ts"
import { noteBody } from "./sent.ts"

export const MAX_BODY_BYTES = 1024 * 1024

/** JSON from a request: of the type it says, in UTF-8, bounded in size, depth and number of values. */
export async function readJson(
  request: Request,
  options: { maxBytes?: number; limits?: JsonLimits; keepUnstorable?: boolean; required?: boolean } = {},
): Promise<unknown> {
  const { maxBytes = MAX_BODY_BYTES, required = false, ...parsing } = options
  const text = await readText(request, maxBytes)
  if (text === "" && !required) return {}
  demandJsonType(request)
  const value = parseJson(text, parsing)
  noteBody(request, value)
  return value
}

/** To the letter: another charset would be read as UTF-8, and what only begins like it some pages may send unasked. */
export function demandJsonType({ headers }: Request): void {
  const type = headers.get("content-type") ?? ""
  const said = type === "" ? "says nothing of it" : "says something else"
  if (!/^application\/json(?: ?; ?charset=(?:utf-8|"utf-8"))?$/i.test(type))
    throw new PlatformError(
      "unsupported_media_type",
      `Send JSON in UTF-8 with "content-type: application/json"; this request ${said}.`,
    )
}

/** A body as text, in UTF-8 and bounded in size. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const text = await readWhole(request, maxBytes)
  noteBody(request, text)
  return text
}

async function readWhole(request: Request, maxBytes: number): Promise<string> {
  const tooLarge = () =>
    new PlatformError(
      "too_large",
      `The body is larger than ${Math.floor(maxBytes / 1024)} KiB, which is the most this address takes.`,
    )
  const encoding = request.headers.get("content-encoding") ?? "identity"
  if (encoding.toLowerCase() !== "identity")
    throw new PlatformError(
      "unsupported_media_type",
      "Send the body as it is, without a content-encoding: this address reads no other.",
    )
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge()
  // With a declared length within bounds the server never delivers more than that.
  if (request.headers.has("content-length")) return decode(new Uint8Array(await request.arrayBuffer()))
  if (!request.body) return ""
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return decode(Buffer.concat(chunks))
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new InvalidInputError("The body is not valid UTF-8. Encode it as UTF-8 and send it again.")
  }
}
