// A bare node:http server of files: from memory, with ETag, 304 and a brotli form, and nothing else.
import { createHash } from "node:crypto"
import { createServer } from "node:http"
import { brotliCompressSync } from "node:zlib"

const { pages } = JSON.parse(process.env.STATIC_FILES)
const files = new Map(
  Object.entries(pages).map(([path, text]) => {
    const plain = Buffer.from(text)
    const etag = `"${createHash("sha256").update(plain).digest("hex").slice(0, 32)}"`
    return [path, { plain, brotli: brotliCompressSync(plain), etag }]
  }),
)
const server = createServer((request, response) => {
  const file = files.get(request.url)
  if (!file) return response.writeHead(404).end()
  const compressed = (request.headers["accept-encoding"] ?? "").includes("br")
  const etag = compressed ? `${file.etag.slice(0, -1)}-br"` : file.etag
  if (request.headers["if-none-match"] === etag) return response.writeHead(304, { etag }).end()
  const body = compressed ? file.brotli : file.plain
  response.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "content-length": body.byteLength,
    etag,
    vary: "accept-encoding",
    "cache-control": "public, no-cache",
    ...(compressed && { "content-encoding": "br" }),
  })
  response.end(request.method === "HEAD" ? undefined : body)
})
server.listen(0, "127.0.0.1", () => console.log(`listening ${server.address().port}`))
