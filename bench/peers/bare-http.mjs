// The peer: a bare node:http handler that runs the very statements our server runs, with the same driver and pool size.
import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import pg from "pg"

const { config, plans, poolSize } = JSON.parse(process.env.BARE_HTTP)
const pool = new pg.Pool({ ...config, max: poolSize })
let runs = 0

createServer((request, response) => {
  let text = ""
  request.setEncoding("utf8")
  request.on("data", (chunk) => {
    text += chunk
  })
  request.on("end", async () => {
    const input = JSON.parse(text)
    const fresh = { mark: `${process.pid}-${runs++}`, id: randomUUID() }
    const client = await pool.connect()
    let rows = []
    for (const { text: sql, values } of plans[request.url]) {
      const given = values?.map((value) => fill(value, fresh))
      const result = await client.query(sql, given)
      if (result.rows.length > 0) rows = result.rows
    }
    client.release()
    const body = JSON.stringify({ input, rows })
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
    response.end(body)
  })
}).listen(0, "127.0.0.1", function () {
  console.log(`listening ${this.address().port}`)
})

/** What must be unique in each run carries a mark. */
function fill(value, fresh) {
  if (typeof value === "string") return value.replaceAll("{{n}}", fresh.mark).replaceAll("{{id}}", fresh.id)
  return Array.isArray(value) ? value.map((one) => fill(one, fresh)) : value
}
