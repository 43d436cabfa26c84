import { describe, expect, it } from "vitest"
import { type Packed, zipOf } from "./archive.fixture.ts"
import { ARCHIVE_LIMITS, readArchive } from "./read-archive.ts"

async function read(files: readonly Packed[]) {
  const archive = await readArchive(zipOf(files))
  if ("refused" in archive) return archive.refused
  return {
    files: archive.files.map(({ path, bytes }) => `${path}: ${bytes.toString().slice(0, 20)}`),
    dropped: Object.fromEntries(archive.dropped.map(({ path, reason }) => [path, reason])),
  }
}

describe("an archive", () => {
  it("gives its files, without the folder around them and without what systems leave there", async () => {
    expect(
      await read([
        { name: "site/" },
        { name: "site/index.html", bytes: "<p>Hello" },
        { name: "site/css/a.css", bytes: "p{}" },
        { name: "__MACOSX/site/._index.html", bytes: "litter" },
        { name: "site/.DS_Store", bytes: "litter" },
        { name: Buffer.from("site/Grüße.txt"), bytes: "x" },
      ]),
    ).toEqual({ files: ["index.html: <p>Hello", "css/a.css: p{}", "Grüße.txt: x"], dropped: {} })
  })

  it("keeps out what leads out, hides, lies or bursts, each with its sentence, and takes the rest", async () => {
    const deep = `${"a/".repeat(25)}x.txt`
    const answer = await read([
      { name: "good.txt", bytes: "good" },
      { name: "../../etc/passwd", bytes: "x" },
      { name: "a/../../b.txt", bytes: "x" },
      { name: "/etc/passwd", bytes: "x" },
      { name: "C:/windows/x.txt", bytes: "x" },
      { name: "a\\..\\b.txt", bytes: "x" },
      { name: "nul\0l.txt", bytes: "x" },
      { name: deep, bytes: "x" },
      { name: "link.html", bytes: "/etc/passwd", isLink: true },
      { name: "locked.html", bytes: "x", isEncrypted: true },
      { name: "GOOD.txt", bytes: "other" },
      { name: "good.txt", bytes: "twice" },
      { name: "inner.zip", bytes: "PK" },
      { name: "bomb.txt", bytes: Buffer.alloc(5 * 1024 * 1024) },
      { name: "large.txt", bytes: "x", saysBytes: 30 * 1024 * 1024 },
      { name: "lies.txt", bytes: "more than it says", saysBytes: 3 },
      { name: "latin-\xe9.txt", bytes: "x" },
      { name: Buffer.from("old-\xe9.txt", "latin1"), bytes: "y" },
    ])
    expect(answer).toEqual({
      files: ["good.txt: good", "latin-é.txt: x", "old-é.txt: y"],
      dropped: {
        "../../etc/passwd": "Its name leads out of the archive.",
        "a/../../b.txt": "Its name leads out of the archive.",
        "/etc/passwd": "Its name begins at the root of a disk.",
        "C:/windows/x.txt": "Its name begins at the root of a disk.",
        "a\\..\\b.txt": "Its name holds a sign that no path may hold.",
        "nul\0l.txt": "Its name holds a sign that no path may hold.",
        [deep]: "It lies more than 20 folders deep.",
        "link.html": "It is a link to another file.",
        "locked.html": "It is locked with a password.",
        "GOOD.txt": "It differs from good.txt only by capital letters.",
        "good.txt": "There are two of this name; the first one is taken.",
        "inner.zip": "It is an archive in an archive. Unpack it first.",
        "bomb.txt": "It would burst: it is packed more than two hundred times.",
        "large.txt": "It is larger than 25 MB, the most one file may have.",
        "lies.txt": "It is damaged, or larger or smaller than it says.",
      },
    })
  })

  it("is refused where it is none, is damaged, has too many files or too many bytes", async () => {
    expect(await readArchive(Buffer.from("PK no archive"))).toMatchObject({
      refused: expect.stringContaining("no zip archive"),
    })
    const whole = zipOf([{ name: "a.txt", bytes: "a" }])
    expect(await readArchive(whole.subarray(0, whole.length - 30))).toMatchObject({ refused: expect.any(String) })
    const many = Array.from({ length: ARCHIVE_LIMITS.entries + 1 }, (_, at) => ({ name: `${at}.txt` }))
    expect(await read(many)).toBe("The archive has 10001 entries, and 10000 are the most. Import it in parts.")
    // What comes out counts, whatever the archive says and however many of its files are one.
    const noise = Buffer.from(Array.from({ length: 100_000 }, (_, at) => String(at * 7919)).join(","))
    const burst = zipOf(Array.from({ length: 3 }, (_, at) => ({ name: `${at}.bin`, bytes: noise })))
    expect(await readArchive(burst, 1024 * 1024)).toEqual({
      refused: "The archive holds more than 1 MB when it is unpacked, or says less than it holds. Import it in parts.",
    })
  })
})
