// No framework and no parsing: the provider's bytes as they come.
import { Agent, request } from "node:http"
import { begin, providerUrl, SYSTEM, serve } from "../chat/serve.ts"

const agent = new Agent({ keepAlive: true })

serve(
  (prompt, response) =>
    new Promise((resolve, reject) => {
      const messages = [
        { role: "system", content: SYSTEM },
        { role: "user", content: prompt },
      ]
      const body = JSON.stringify({ model: "scripted", stream: true, messages })
      const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) }
      const sent = request(`${providerUrl}/chat/completions`, { agent, method: "POST", headers }, (upstream) => {
        begin(response)
        upstream.on("error", reject).on("end", resolve).pipe(response)
      })
      sent.on("error", reject)
      sent.end(body)
    }),
)
