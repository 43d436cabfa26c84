import { describe, expect, it } from "vitest"
import { FrameTooLargeError, SseScanner } from "./sse.ts"

describe("SseScanner", () => {
  it.each([
    ["a payload", "data: one\n\n", ["one"]],
    ["a payload without the space", "data:one\n\n", ["one"]],
    ["a named event", "event: x\ndata: one\n\n", ["one"]],
    ["several lines of one payload", "data: one\ndata: two\n\n", ["one\ntwo"]],
    ["ids, names, retries and comments in between", ": hi\nid: 7\nevent: x\nretry: 3\ndata: one\n\n", ["one"]],
    ["comments alone", ": keep-alive\n\n: keep-alive\n\n", []],
    ["more blank lines than needed", "\n\n\ndata: one\n\n\n\ndata: two\n\n", ["one", "two"]],
    ["a field that only begins like data", "database: no\n\ndata: one\n\n", ["one"]],
    ["carriage returns and line feeds", "event: x\r\ndata: one\r\n\r\ndata: two\r\n\r\n", ["one", "two"]],
    ["carriage returns alone", "data: one\r\rdata: two\r\r", ["one", "two"]],
    ["a byte order mark", "\uFEFFdata: one\n\n", ["one"]],
    ["a data line before its name", "data: one\nevent: x\n\n", ["one"]],
    ["characters of up to four bytes", "data: café 𝛑 👋🏽\n\ndata: 日本\n\n", ["café 𝛑 👋🏽", "日本"]],
  ])("reads %s, whatever the chunks", (_, text, payloads) => {
    const bytes = Buffer.from(text)
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(scan([bytes.subarray(0, at), bytes.subarray(at)]), `split at ${at}`).toEqual(payloads)
    }
    expect(scan([...bytes].map((byte) => Buffer.from([byte])))).toEqual(payloads)
  })

  it("gives a last frame that lacks its blank line, when the stream ends", () => {
    expect(scan([Buffer.from("data: one\n\ndata: [DO"), Buffer.from("NE]\n")])).toEqual(["one", "[DONE]"])
  })

  it("replaces what is not UTF-8", () => {
    const bytes = Buffer.concat([Buffer.from("data: a"), Buffer.from([0xff, 0xc3]), Buffer.from("b\n\n")])

    expect(scan([bytes])).toEqual(["a\uFFFD\uFFFDb"])
  })

  it("stops at the payload that ends the stream", () => {
    const seen: string[] = []
    const isOver = new SseScanner().push(Buffer.from("data: one\n\ndata: two\n\ndata: three\n\n"), (data) => {
      seen.push(data)
      return data === "two"
    })

    expect([isOver, seen]).toEqual([true, ["one", "two"]])
  })

  it("throws when a frame outgrows its limit, long before it ends", () => {
    const scanner = new SseScanner()
    const chunk = Buffer.alloc(64 * 1024, "x")
    const push = () => {
      for (let sent = 0; sent < 9 * 1024 * 1024; sent += chunk.length) scanner.push(chunk, () => false)
    }

    expect(push).toThrow(FrameTooLargeError)
  })
})

function scan(chunks: Buffer[]): string[] {
  const payloads: string[] = []
  const scanner = new SseScanner()
  const onData = (data: string) => {
    payloads.push(data)
    return false
  }
  for (const chunk of chunks) scanner.push(chunk, onData)
  scanner.end(onData)
  return payloads
}
