/** Archives as anybody may make them, lies included: no library writes those. */
import { crc32, deflateRawSync } from "node:zlib"

export interface Packed {
  readonly name: string | Buffer
  readonly bytes?: Buffer | string
  /** What the archive says of its size, where that is not true. */
  readonly saysBytes?: number
  readonly isEncrypted?: boolean
  readonly isLink?: boolean
}

export function zipOf(files: readonly Packed[]): Buffer {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const file of files) {
    const name = Buffer.from(file.name as string)
    const bytes = Buffer.from((file.bytes ?? "") as string)
    const packed = deflateRawSync(bytes)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(file.isEncrypted ? 1 : 0, 2)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(crc32(bytes), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(file.saysBytes ?? bytes.length, 18)
    head.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), head, name, packed])
    const more = Buffer.alloc(14)
    more.writeUInt32LE(file.isLink ? 0o120777 * 0x10000 : 0, 6)
    more.writeUInt32LE(at, 10)
    list.push(Buffer.concat([Buffer.from("PK\x01\x02"), Buffer.from([20, 3]), head, more, name]))
    parts.push(local)
    at += local.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(
    list.reduce((sum, { length }) => sum + length, 0),
    8,
  )
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, ...list, Buffer.from("PK\x05\x06"), end])
}
