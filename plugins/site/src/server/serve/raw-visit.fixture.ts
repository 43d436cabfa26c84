/** Visits as a client sends them that obeys no rule: bytes out, bytes in. */
import { once } from "node:events"
import { connect } from "node:net"

export interface RawAnswer {
  readonly status: number
  /** As they came, in their order, without the date. */
  readonly head: readonly string[]
  readonly body: Buffer
}

/** The first line and the headers as they are given; the connection is closed by whoever is first to. */
export async function sendRaw(port: number, lines: readonly string[], body = ""): Promise<RawAnswer> {
  const socket = connect(port, "127.0.0.1")
  const pieces: Buffer[] = []
  socket.on("data", (piece) => pieces.push(piece))
  // The server may close while we still send.
  socket.on("error", () => {})
  socket.write(Buffer.from([...lines, "connection: close", "", body].join("\r\n"), "latin1"))
  await once(socket, "close")
  return readAnswer(Buffer.concat(pieces))
}

function readAnswer(all: Buffer): RawAnswer {
  const end = all.indexOf("\r\n\r\n")
  if (end < 0) throw new Error(`No answer: ${JSON.stringify(all.toString("latin1").slice(0, 200))}`)
  const [first = "", ...head] = all.subarray(0, end).toString("latin1").split("\r\n")
  return {
    status: Number(first.split(" ")[1]),
    head: [first, ...head.filter((line) => !/^date:/i.test(line))],
    body: all.subarray(end + 4),
  }
}

export function headerOf({ head }: RawAnswer, name: string): string | null {
  return head.find((line) => line.toLowerCase().startsWith(`${name}: `))?.slice(name.length + 2) ?? null
}
