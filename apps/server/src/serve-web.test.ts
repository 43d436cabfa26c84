import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync, brotliDecompressSync, gzipSync } from "node:zlib"
import { Hono } from "hono"
import { afterAll, describe, expect, it } from "vitest"
import { serveFolder } from "./serve-web.ts"

const folder = mkdtempSync(join(tmpdir(), "countersign-web-"))
const SCRIPT = "console.log('a page')"
mkdirSync(join(folder, "assets"))
writeFileSync(join(folder, "index.html"), "<!doctype html><title>Countersign</title>")
writeFileSync(join(folder, "assets/main-Ab12_-xy.js"), SCRIPT)
writeFileSync(join(folder, "assets/main-Ab12_-xy.js.br"), brotliCompressSync(SCRIPT))
writeFileSync(join(folder, "assets/main-Ab12_-xy.js.gz"), gzipSync(SCRIPT))
writeFileSync(join(folder, "assets/theme-boot.js"), "1")
afterAll(() => rmSync(folder, { recursive: true }))

function app(served: string | null = folder) {
  const hono = new Hono()
  hono.notFound((c) => c.json({ code: "not_found" }, 404))
  serveFolder(hono as never, served)
  return hono
}

describe("serveFolder", () => {
  it("answers every page address with index.html that is never kept without asking", async () => {
    const response = await app().request("/systems/7f3c?tab=history")

    expect(await response.text()).toContain("<title>Countersign</title>")
    expect(response.headers.get("cache-control")).toBe("no-cache")
    expect(response.headers.get("content-type")).toContain("text/html")
  })

  it("lets hashed assets be kept for ever and sends them precompressed to those who ask", async () => {
    const headers = { "accept-encoding": "gzip;q=0, br" }
    const response = await app().request("/assets/main-Ab12_-xy.js", { headers })

    expect(response.headers.get("cache-control")).toContain("immutable")
    expect(response.headers.get("content-encoding")).toBe("br")
    expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(SCRIPT)
    const plain = await app().request("/assets/main-Ab12_-xy.js")
    expect(plain.headers.get("content-encoding")).toBeNull()
    expect(plain.headers.get("content-length")).toBe(String(SCRIPT.length))
    expect(plain.headers.get("etag")).not.toBe(response.headers.get("etag"))
    expect(await plain.text()).toBe(SCRIPT)
    expect((await app().request("/assets/theme-boot.js")).headers.get("cache-control")).toBe("no-cache")
  })

  it("answers 304 to who has the current version already", async () => {
    const etag = (await app().request("/"))!.headers.get("etag")!

    const again = await app().request("/", { headers: { "if-none-match": `W/${etag}` } })

    expect(again.status).toBe(304)
    expect(await again.text()).toBe("")
  })

  it("leaves the API, missing assets and files outside of the folder to the 404", async () => {
    const paths = ["/api/v1/nothing", "/api", "/assets/gone-12345678.js", "/robots.txt", "/..%2f..%2fetc/passwd.txt"]
    for (const path of paths) {
      expect((await app().request(path)).status, path).toBe(404)
    }
    expect((await app().request("/systems", { method: "POST" })).status).toBe(404)
  })

  it("says what to do when the web app was never built", async () => {
    const response = await app(null).request("/")

    expect(response.status).toBe(503)
    expect(await response.text()).toContain("npm start")
  })
})
