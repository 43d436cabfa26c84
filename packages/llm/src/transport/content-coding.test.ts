import zlib from "node:zlib"
import { afterAll, describe, expect, it } from "vitest"
import { question } from "../describe-driver.fixture.ts"
import { openaiCompatible } from "../drivers/openai-compatible.ts"
import { hear, recording, startPlayback } from "../playback.fixture.ts"
import { getJson } from "./get-json.ts"

const playback = await startPlayback()
afterAll(() => playback.close())
const TEXT = "Two services are down: café and 𝛑-api 👋."
const plain = recording("openai-compatible", "streams-text.sse")
const codings: [string, string, (bytes: Buffer) => Buffer][] = [
  ["gzip", "gzip", zlib.gzipSync],
  ["x-gzip", "x-gzip", zlib.gzipSync],
  ["deflate", "deflate", zlib.deflateSync],
  ["deflate without its header", "deflate", zlib.deflateRawSync],
  ["br", "br", zlib.brotliCompressSync],
  ["GZIP", "GZIP", zlib.gzipSync],
  ["identity", "identity", (bytes) => bytes],
]
const ask = (options: Parameters<typeof hear>[3] = {}) =>
  hear(openaiCompatible, { baseUrl: `${playback.url}/v1` }, { ...question, model: "any" }, options)

describe.each(codings)("an answer that comes as %s", (_, coding, encode) => {
  const headers = { "content-encoding": coding }

  it("is read like any other, also byte by byte", async () => {
    for (const splitBytes of [undefined, 1]) {
      playback.play(encode(plain), { headers, splitBytes })
      expect(await ask()).toMatchObject({ text: TEXT, end: "stop" })
    }
  })

  it("says what went wrong like any other", async () => {
    const body = JSON.stringify({ error: { message: "No such key.", code: "invalid_api_key" } })
    playback.play(encode(Buffer.from(body)), {
      headers: { ...headers, "content-type": "application/json" },
      status: 401,
    })

    expect((await ask()).failure).toMatchObject({ kind: "auth", detail: "No such key." })
  })

  it("can be a list of models", async () => {
    playback.play(encode(Buffer.from('{"data":[1]}')), { headers })

    expect(await getJson({ label: "P", endpoint: playback.url, path: "/models", headers: {} })).toEqual({ data: [1] })
  })
})

describe("a compressed answer", () => {
  const headers = { "content-encoding": "gzip" }

  it("is handed over as it comes: a word waits for no other", async () => {
    const frames = plain.toString("utf8").split("\n\n")
    const words = frames.findIndex((frame) => frame.includes("Two services"))
    const begun = Buffer.from(`${frames.slice(0, words + 1).join("\n\n")}\n\n`)
    playback.play(zlib.gzipSync(begun, { finishFlush: zlib.constants.Z_SYNC_FLUSH }), { headers, hold: true })
    const stop = new AbortController()
    const heard = await ask({
      signal: stop.signal,
      onEvents: (events) => events.some(({ type }) => type === "text-delta") && stop.abort(),
    })

    expect(heard).toMatchObject({ text: "Two services are down: ", failure: { kind: "aborted" } })
  })

  it.each([true, false])("is cut, and keeps what was said, when the connection ends in the middle", async (destroy) => {
    const begun = plain.subarray(0, plain.indexOf('"finish_reason":"stop"'))
    playback.play(zlib.gzipSync(begun, { finishFlush: zlib.constants.Z_SYNC_FLUSH }), { headers, destroy })
    const heard = await ask()

    expect(heard.end).toBe("cut")
    expect(heard.text).toContain("Two services")
  })

  it("in a coding that nobody knows is named", async () => {
    playback.play(plain, { headers: { "content-encoding": "of-ours" } })

    expect((await ask()).failure).toMatchObject({
      kind: "malformed-stream",
      detail: "The answer is coded as of-ours.",
    })
  })

  it("that is none ends in an error", async () => {
    playback.play(plain, { headers })

    expect((await ask()).failure).toMatchObject({ kind: "malformed-stream" })
  })

  it("that would fill the memory is stopped", async () => {
    playback.play(zlib.gzipSync(Buffer.alloc(200 * 1024 * 1024, "data: {}\n\n")), { headers })
    const before = process.memoryUsage().rss

    expect((await ask()).failure).toMatchObject({ kind: "malformed-stream" })
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024)
  })
})
