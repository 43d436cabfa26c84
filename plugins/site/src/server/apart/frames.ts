/** Messages between the server and its child: JSON, and beside it bytes as they are. */
import type { Readable } from "node:stream"

export interface Frame {
  readonly message: Readonly<Record<string, unknown>>
  readonly blobs: readonly Buffer[]
}

/** How a task in the child says something. */
export type Answer = (frame: Frame) => Promise<void>

const LONGEST_MESSAGE = 64 * 1024 * 1024

export function writeFrame({ message, blobs }: Frame): Buffer[] {
  const json = Buffer.from(JSON.stringify({ message, lengths: blobs.map(({ length }) => length) }))
  const head = Buffer.alloc(4)
  head.writeUInt32BE(json.length)
  return [head, json, ...blobs]
}

/** Ends with an error where more than `mostBytes` come, or what comes is no frame. */
export async function* readFrames(stream: Readable, mostBytes: number): AsyncGenerator<Frame> {
  const source = bytesOf(stream, mostBytes)
  for (;;) {
    const head = await source.take(4, true)
    if (!head) return
    const length = head.readUInt32BE()
    if (length > LONGEST_MESSAGE) throw new Error("A message is longer than any can be.")
    const { message, lengths } = JSON.parse((await source.take(length))!.toString()) as {
      message: Record<string, unknown>
      lengths: number[]
    }
    const blobs: Buffer[] = []
    for (const one of lengths) blobs.push((await source.take(one))!)
    yield { message, blobs }
  }
}

/** So many bytes at a time, whatever pieces they come in. Each piece is copied once. */
function bytesOf(stream: Readable, mostBytes: number) {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let waiting: Buffer[] = []
  let held = 0
  let seen = 0
  return {
    async take(count: number, mayEnd = false): Promise<Buffer | null> {
      if (!Number.isSafeInteger(count) || count < 0 || count > mostBytes) throw new Error("More came than was allowed.")
      while (held < count) {
        const { done, value } = await pieces.next()
        if (done) {
          if (mayEnd && held === 0) return null
          throw new Error("It ended in the middle of a message.")
        }
        seen += value.length
        if (seen > mostBytes) throw new Error("More came than was allowed.")
        waiting.push(value)
        held += value.length
      }
      const whole = waiting.length === 1 ? waiting[0]! : Buffer.concat(waiting)
      waiting = whole.length > count ? [whole.subarray(count)] : []
      held = whole.length - count
      return whole.subarray(0, count)
    },
  }
}
