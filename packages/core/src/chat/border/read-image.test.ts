import { describe, expect, it } from "vitest"
import { readImages } from "./read-image.ts"

const image = (mediaType: string, bytes: Buffer) => ({ mediaType, data: bytes.toString("base64") })

const png = (width: number, height: number) => {
  const bytes = Buffer.from("89504e470d0a1a0a0000000d49484452000000000000000008060000000000000", "hex")
  const header = Buffer.concat([bytes, Buffer.alloc(8)])
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return header
}
const jpeg = Buffer.from("ffd8ffe000104a46494600010100000100010000ffc0001108001400280301220002110103110100", "hex")
const gif = Buffer.from("4749463839610a000500000000", "hex")
const webp = (kind: string, tail: string) =>
  Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${kind}\0\0\0\0`, "latin1"), Buffer.from(tail, "hex"), Buffer.alloc(16)])

describe("readImages", () => {
  it.each([
    ["a PNG", image("image/png", png(640, 480)), { mediaType: "image/png", width: 640, height: 480 }],
    ["a JPEG", image("image/jpeg", jpeg), { mediaType: "image/jpeg", width: 40, height: 20 }],
    ["a JPEG by its other name", image("image/jpg", jpeg), { mediaType: "image/jpeg", width: 40, height: 20 }],
    ["a GIF", image("image/gif", gif), { mediaType: "image/gif", width: 10, height: 5 }],
    ["a lossy WebP", image("image/webp", webp("VP8 ", "0000009d012a2c01c800")), { width: 300, height: 200 }],
    ["a lossless WebP", image("image/webp", webp("VP8L", "2f2bc13100")), { width: 300, height: 200 }],
    ["an extended WebP", image("image/webp", webp("VP8X", "000000002b0100c70000")), { width: 300, height: 200 }],
  ])("reads the size of %s from its header", (_what, sent, expected) => {
    expect(readImages([sent])[0]).toMatchObject(expected)
  })

  it("names the one that is no picture", () => {
    const good = image("image/png", png(1, 1))
    const bad = image("image/png", Buffer.from("<svg onload=alert(1)>"))

    expect(() => readImages([good, good, bad])).toThrow(
      "The third image is not a picture that models can see. Send a PNG, JPEG, GIF or WebP.",
    )
    expect(() => readImages([bad])).toThrow(/^The image is not a picture/)
  })

  it.each([
    ["another type than its bytes", image("image/png", jpeg), /says it is "image\/png", but its bytes are image\/jpeg/],
    ["no base64", { mediaType: "image/png", data: "data:image/png;base64,AAAA" }, /is not base64/],
    ["nothing", { mediaType: "image/png", data: "" }, /is not base64/],
    ["too many pixels", image("image/png", png(9_000, 10)), /is 9000 x 10 pixels/],
    ["no pixels", image("image/png", png(0, 10)), /is damaged/],
    ["a header cut off", image("image/png", png(1, 1).subarray(0, 12)), /is damaged/],
    ["a JPEG without a frame", image("image/jpeg", jpeg.subarray(0, 22)), /is damaged/],
    ["too many bytes", { mediaType: "image/png", data: "A".repeat(6_000_000) }, /is too large: 5.7 MB/],
  ])("refuses %s in a sentence", (_what, sent, sentence) => {
    expect(() => readImages([sent])).toThrow(sentence)
  })
})
