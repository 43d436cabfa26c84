import { deflateSync } from "node:zlib"
import sharp from "sharp"
import { describe, expect, it } from "vitest"
import { runApart } from "../apart/run-apart.ts"
import { movie, woff } from "./files.fixture.ts"
import { type Made, type MadeMedia, makeMedia } from "./make-media.ts"

async function made(name: string, bytes: Buffer | string, sizes = false): Promise<Made> {
  const [one] = await makeMedia([{ name, bytes: Buffer.from(bytes as Buffer) }], { sizes })
  return one!
}
async function kept(name: string, bytes: Buffer | string, sizes = false): Promise<MadeMedia> {
  const one = await made(name, bytes, sizes)
  if ("refused" in one) throw new Error(one.refused)
  return one
}
async function refusal(name: string, bytes: Buffer | string): Promise<string> {
  const one = await made(name, bytes)
  return "refused" in one ? one.refused : `kept as ${one.type}`
}

const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 20, b: 20 } } })

it("a picture is drawn anew: turned as it was meant, without place and camera, with smaller ones beside it", async () => {
  const camera = await red(1000, 500)
    .withExif({ IFD0: { Copyright: "<script>hit()</script>" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect(camera.includes("<script>")).toBe(true)

  const one = await kept("beach.jpg", camera, true)

  expect(one).toMatchObject({
    kind: "picture",
    type: "image/jpeg",
    extension: "jpg",
    width: 500,
    height: 1000,
    notes: [],
  })
  expect(one.bytes.includes("script")).toBe(false)
  const { exif, orientation, width } = await sharp(one.bytes).metadata()
  expect({ exif, orientation, width }).toEqual({ exif: undefined, orientation: undefined, width: 500 })
  expect(one.sizes.map(({ width, height }) => [width, height])).toEqual([[320, 640]])
  expect((await sharp(one.sizes[0]!.bytes).metadata()).format).toBe("webp")
})

it("a file that is two things comes out as one", async () => {
  const picture = await red(20, 20).png().toBuffer()
  const script = "<html><script>hit()</script></html>"
  const tail = await kept("two.png", Buffer.concat([picture, Buffer.from(script)]))
  const gif = Buffer.concat([await red(20, 20).gif().toBuffer(), Buffer.from("*/=1;hit()//PK\x03\x04")])
  const commented = await kept("two.gif", gif)

  expect(tail.bytes.includes("script")).toBe(false)
  expect(commented.bytes.includes("hit()")).toBe(false)
  // What cannot be written anew is refused instead.
  const font = Buffer.concat([woff(), Buffer.from(script)])
  expect(await refusal("two.woff", font)).toBe(
    '"two.woff" holds something behind its end. Save it again with the program it was made by.',
  )
  const film = Buffer.concat([movie(), Buffer.from(script)])
  expect(await refusal("two.mp4", film)).toContain("holds something behind its end")
  expect(await kept("one.woff", woff())).toMatchObject({ kind: "font", type: "font/woff" })
  expect(await kept("one.mp4", movie())).toMatchObject({ kind: "video", type: "video/mp4" })
})

describe("what it is, its content decides", () => {
  it("a picture under another picture's name is taken for what it is", async () => {
    expect(await kept("photo.png", await red(5, 5).jpeg().toBuffer())).toMatchObject({
      type: "image/jpeg",
      extension: "jpg",
    })
  })

  it("refuses what is not what its name says, or is nothing that may be kept", async () => {
    const cases = [
      ["photo.png", "<html><script>hit()</script>", "is a page, a script or a stylesheet"],
      ["photo.png", "just words", "is named like a picture, but holds something else"],
      ["photo.jpg", "", '"photo.jpg" is empty. Choose another file.'],
      ["notes.txt", "  <!DOCTYPE html><title>x</title>", "is a page"],
      ["code.js", "hit()", "is a page, a script or a stylesheet"],
      ["old.bmp", "BM and no more", "is named like a picture"],
      ["scan.tif", "II*\0and more", "Save it as PNG, JPEG or WebP."],
      ["phone.heic", "\0\0\0\x18ftypheic\0\0\0\0", "in the format HEIF"],
      ["fake.png", "\x89PNG\r\n\x1a\nand nothing", "is damaged or no picture at all"],
      ["fake.woff2", "wOF2 too short", "is damaged"],
    ] as const
    const files = cases.map(([name, content]) => ({ name, bytes: Buffer.from(content, "latin1") }))
    const told = (await makeMedia(files, { sizes: false })).map((one) => ("refused" in one ? one.refused : "kept"))
    for (const [at, [, , sentence]] of cases.entries()) expect(told[at]).toContain(sentence)
  })

  it("hands out as a plain file what it does not know, and text as text", async () => {
    expect(await kept("model.step", "ISO-10303-21;")).toMatchObject({ kind: "file", type: "application/octet-stream" })
    expect(await kept("prices.csv", "a,b\n1,2\n")).toMatchObject({ kind: "file", type: "text/plain" })
    expect(await kept("terms.pdf", "%PDF-1.7 ...")).toMatchObject({ kind: "file", type: "application/pdf" })
  })

  it("refuses a picture that ends too early, and one with too many dots, by what its header says", async () => {
    const whole = await sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        background: "red",
        noise: { type: "gaussian", mean: 100, sigma: 50 },
      },
    })
      .jpeg()
      .toBuffer()
    expect(await refusal("half.jpg", whole.subarray(0, whole.length / 2))).toContain("its end is missing")
    expect(await refusal("huge.png", hugePng(8_000, 6_000))).toBe(
      '"huge.png" has 8000 x 6000 dots, and 40 million are the most. Make it smaller and send it again.',
    )
  })

  it("takes an icon for the largest picture in it", async () => {
    const png = await red(32, 32).png().toBuffer()
    const entry = Buffer.alloc(22)
    entry.writeUInt16LE(1, 2)
    entry.writeUInt16LE(1, 4)
    entry.set([32, 32], 6)
    entry.writeUInt32LE(png.length, 14)
    entry.writeUInt32LE(22, 18)
    expect(await kept("favicon.ico", Buffer.concat([entry, png]))).toMatchObject({ type: "image/png", width: 32 })
  })
})

describe("a drawing", () => {
  const svg = (inner: string) =>
    `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">${inner}</svg>`

  it("keeps what it shows and loses what runs, loads or is a page", async () => {
    const given = svg(
      `<style>.a{fill:red;background:url(//evil.test/x)}</style><script>hit()</script><g onload="hit()"><path class="a" d="M0 0h9"/></g>` +
        `<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>hit()</script></body></foreignObject>` +
        `<image href="//evil.test/x.png"/><a href="javascript:hit()"><text>x &amp; y</text></a>`,
    )
    const one = await kept("logo.svg", given)
    const text = one.bytes.toString()
    expect(one).toMatchObject({ kind: "drawing", type: "image/svg+xml", width: 40, height: 20 })
    expect(text).toContain('<path d="M0 0h9" class="a"></path>')
    expect(text).toContain("x &amp; y")
    expect(text).toContain(".a{fill:red;")
    for (const gone of ["hit()", "evil.test", "foreignObject"]) expect(text).not.toContain(gone)
    expect(one.notes.join()).toContain("<script>")
  })

  it("is refused where its parts repeat each other without end", async () => {
    const layers = Array.from({ length: 12 }, (_, at) => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(10)}</g>`)
    expect(await refusal("bomb.svg", svg(`<path id="a0" d="M0 0"/>${layers.join("")}<use href="#a12"/>`))).toContain(
      "repeats its parts more than 50000 times",
    )
    expect(await refusal("self.svg", svg(`<g id="a"><use href="#a"/></g>`))).toContain("kept as image/svg+xml")
  })
})

it("the process ends at its limits, whatever it is at", async () => {
  const order = {
    message: { task: "media", sizes: true, names: ["large.png"] },
    blobs: [await red(3_000, 3_000).png().toBuffer()],
  }
  const limits = { timeoutMs: 60_000, memoryBytes: 2 ** 30, answerBytes: 2 ** 30 }
  expect(await runApart({ order, ...limits, timeoutMs: 1 })).toEqual({ frames: [], how: "time" })
  expect(await runApart({ order, ...limits, memoryBytes: 1 })).toEqual({ frames: [], how: "memory" })
  expect(await runApart({ order, ...limits, answerBytes: 100 })).toMatchObject({ frames: [], how: "answer" })
})

it("what is given up is told by name", async () => {
  const controller = new AbortController()
  controller.abort()
  const files = ["a.txt", "b.txt"].map((name) => ({ name, bytes: Buffer.from("x") }))
  expect(await makeMedia(files, { sizes: false, signal: controller.signal })).toEqual(
    files.map(({ name }) => ({ refused: `"${name}" was not finished: the request was given up.` })),
  )
})

/** Says that it is large, and holds next to nothing. */
function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const whole = Buffer.concat([Buffer.from(type), data])
    const head = Buffer.alloc(4)
    head.writeUInt32BE(data.length)
    const end = Buffer.alloc(4)
    end.writeUInt32BE(crc(whole))
    return Buffer.concat([head, whole, end])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(100))),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0)
  }
  return ~value >>> 0
}
