import zlib from "node:zlib"

/** Takes a body's bytes as they came; hands over what they stand for, later. */
export interface Decoder {
  /** The chunk may be reused once this returns. */
  write(chunk: Buffer): void
  /** Everything came: `onEnd` follows the last bytes. */
  end(): void
  /** Nothing more is told. */
  close(): void
}

export interface Decoded {
  onBytes(bytes: Buffer): void
  onEnd(): void
  onError(error: Error): void
}

export class UnknownCodingError extends Error {
  override name = "UnknownCodingError"
}

/** Whether a body is something else than its bytes. Nobody asked for that, and gateways do it all the same. */
export function isCoded(coding: string | undefined): coding is string {
  return coding !== undefined && coding !== "" && !/^identity$/i.test(coding)
}

/** Throws an UnknownCodingError. */
export function openDecoder(coding: string, to: Decoded): Decoder {
  const make = CODINGS[coding.toLowerCase()]
  if (!make) throw new UnknownCodingError(`The answer is coded as ${coding.slice(0, 40)}.`)
  let inner: zlib.Gunzip | undefined
  let closed = false
  const open = (first: Buffer) => {
    const made = make(first)
    made.on("data", (bytes: Buffer) => closed || to.onBytes(bytes))
    made.on("end", () => closed || to.onEnd())
    made.on("error", (error) => closed || to.onError(error))
    return made
  }
  return {
    write(chunk) {
      inner ??= open(chunk)
      inner.write(Buffer.from(chunk))
    },
    end() {
      if (inner) inner.end()
      else to.onEnd()
    },
    close() {
      closed = true
      inner?.destroy()
    },
  }
}

/** The whole of a body. `mostBytes` bounds what it may grow to. */
export function decodeWhole(coding: string | undefined, body: Buffer, mostBytes: number): Promise<Buffer> {
  if (!isCoded(coding)) return Promise.resolve(body)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const decoder = openDecoder(coding, {
      onBytes(chunk) {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes <= mostBytes) return
        decoder.close()
        reject(new Error("The answer outgrew the limit."))
      },
      onEnd: () => resolve(Buffer.concat(chunks)),
      onError: reject,
    })
    decoder.write(body)
    decoder.end()
  })
}

// Flushed with every chunk: a token must not wait for the next one.
const AT_ONCE = { flush: zlib.constants.Z_SYNC_FLUSH }

const CODINGS: Record<string, (first: Buffer) => zlib.Gunzip> = {
  gzip: () => zlib.createGunzip(AT_ONCE),
  "x-gzip": () => zlib.createGunzip(AT_ONCE),
  // Meant with a header, and sent without one by many.
  deflate: (first) => ((first[0]! & 0x0f) === 8 ? zlib.createInflate(AT_ONCE) : zlib.createInflateRaw(AT_ONCE)),
  br: () => zlib.createBrotliDecompress({ flush: zlib.constants.BROTLI_OPERATION_FLUSH }) as unknown as zlib.Gunzip,
}
