// The peer: a bare node:http handler that runs the very statements our server runs, with the same driver and pool size.
import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import pg from "pg"
import { compile, replay } from "../stage/replay.ts"

const { config, plans, poolSize } = JSON.parse(process.env.BARE_HTTP)
const pool = new pg.Pool({ ...config, max: poolSize })
const compiled = Object.fromEntries(Object.entries(plans).map(([path, plan]) => [path, compile(plan)]))
let runs = 0

createServer((request, response) => {
  let text = ""
  request.setEncoding("utf8")
  request.on("data", (chunk) => {
    text += chunk
  })
  request.on("end", async () => {
    const input = JSON.parse(text)
    const rows = await replay(pool, compiled[request.url], { n: `${process.pid}-${runs++}`, id: randomUUID() })
    const body = JSON.stringify({ input, rows })
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
    response.end(body)
  })
}).listen(0, "127.0.0.1", function () {
  console.log(`listening ${this.address().port}`)
})
