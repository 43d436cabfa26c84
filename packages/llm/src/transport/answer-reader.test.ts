import { describe, expect, it } from "vitest"
import { AnswerReader } from "./answer-reader.ts"

const chunked = [
  "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nX-Twice: a\r\nTransfer-Encoding: chunked\r\nx-twice:  b \r\n\r\n",
  "5\r\nhello\r\n",
  "10;name=value\r\n, wörld and all\r\n",
  "0\r\nTrailer: ignored\r\n\r\n",
].join("")
const sized = "HTTP/1.1 404 Not Found\r\nContent-Length: 5\r\n\r\ngone!"

describe("an answer", () => {
  it("is the same wherever the network cuts it", () => {
    const whole = read([chunked])
    expect(whole).toMatchObject({ status: 200, body: "hello, wörld and all", ended: true, error: null })
    expect(whole.headers).toMatchObject({ "content-type": "text/event-stream", "x-twice": "a, b" })
    const bytes = Buffer.from(chunked)
    for (let cut = 1; cut < bytes.length; cut += 1)
      expect(read([bytes.subarray(0, cut), bytes.subarray(cut)]), `cut at ${cut}`).toEqual(whole)
    expect(read([...bytes].map((byte) => Buffer.of(byte)))).toEqual(whole)
  })

  it("may have a length", () => {
    expect(read([sized])).toMatchObject({ status: 404, body: "gone!", ended: true, kept: true })
  })

  it("may end with its connection, which is then not used again", () => {
    const answer = read(["HTTP/1.1 200 OK\r\n\r\nall ", "there is"], { closed: true })

    expect(answer).toMatchObject({ body: "all there is", ended: true, kept: false })
  })

  it.each(["204 No Content", "304 Not Modified"])("of status %s has no body", (status) => {
    expect(read([`HTTP/1.1 ${status}\r\n\r\n`])).toMatchObject({ body: "", ended: true, kept: true })
  })

  it("follows what is said ahead of it", () => {
    const early = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"

    expect(read([`HTTP/1.1 100 Continue\r\n\r\n${early}${sized}`])).toMatchObject({ status: 404, body: "gone!" })
  })

  it("takes lines that end with a line feed alone", () => {
    expect(read([sized.replaceAll("\r\n", "\n")])).toMatchObject({ status: 404, body: "gone!" })
  })

  it.each([
    ["that closes", "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"],
    ["of HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n"],
    ["with two lengths in one", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["that is kept for no time", "HTTP/1.1 200 OK\r\nKeep-Alive: timeout=0\r\nContent-Length: 0\r\n\r\n"],
  ])("%s leaves no connection to use again", (_, text) => {
    expect(read([text])).toMatchObject({ ended: true, kept: false })
  })

  it("leaves what follows it alone", () => {
    expect(read([`${sized}surplus`])).toMatchObject({ body: "gone!", left: "surplus" })
  })

  it.each([
    ["is another protocol's", "SSH-2.0-OpenSSH_9.2\r\n"],
    ["has a header without a name", "HTTP/1.1 200 OK\r\n: nothing\r\n"],
    ["has a length that is none", "HTTP/1.1 200 OK\r\nContent-Length: 5, 6\r\n\r\n"],
    ["has a length below nothing", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n"],
    ["is coded in a way nobody asked for", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"],
    ["has a chunk without a size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"],
    ["has a chunk of an absurd size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffff\r\n"],
    ["has a chunk longer than its size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nxyz\r\n"],
    ["switches protocols", "HTTP/1.1 101 Switching Protocols\r\n\r\n"],
    ["has an endless head", `HTTP/1.1 200 OK\r\n${"x: y\r\n".repeat(20_000)}`],
    ["has an endless line", `HTTP/1.1 200 OK\r\nx: ${"y".repeat(70_000)}`],
  ])("that %s is refused", (_, text) => {
    expect(read([text]).error).toMatchObject({ name: "NotHttpError", code: "NOT_HTTP" })
  })

  it.each(["HTTP/1.1 200", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n1234", chunked.slice(0, -7)])(
    "that breaks off is no whole one",
    (text) => {
      expect(read([text], { closed: true })).toMatchObject({ ended: false, error: { code: "CLOSED_EARLY" } })
    },
  )

  it("tells nothing more once it was left, not even from the same bytes", () => {
    const told: string[] = []
    const reader: AnswerReader = new AnswerReader({
      onHead() {},
      onBody(chunk) {
        told.push(chunk.toString())
        reader.leave()
      },
      onEnd: () => told.push("end"),
      onError: () => told.push("error"),
    })
    reader.read(Buffer.from(chunked))

    expect(told).toEqual(["hello"])
  })
})

function read(pieces: readonly (string | Buffer)[], { closed = false } = {}) {
  const body: Buffer[] = []
  const seen = { status: 0, headers: {}, ended: false, error: null as unknown, left: "", kept: false }
  const reader = new AnswerReader({
    onHead(status, headers) {
      Object.assign(seen, { status, headers: { ...headers } })
    },
    onBody: (chunk) => void body.push(Buffer.from(chunk)),
    onEnd() {
      seen.ended = true
    },
    onError() {},
  })
  try {
    for (const piece of pieces) {
      const bytes = Buffer.from(piece)
      seen.left += bytes.subarray(reader.read(bytes)).toString()
    }
    if (closed) reader.close()
  } catch (error) {
    seen.error = error
  }
  seen.kept = reader.keptAliveMs > 0
  return { ...seen, body: Buffer.concat(body).toString() }
}
