import { join } from "node:path"
import { ensureInstalled, findNode } from "./install.mjs"
import { endWithChildren, environment, root, run } from "./processes.mjs"

ensureInstalled()
endWithChildren()
const node = findNode()
const port = process.env.PORT ?? "4400"
const env = { ...environment(), PORT: port }

// Vite needs a newer Node than the one this may run on, hence a process of its own.
const vite = `
  import { createServer } from "vite"
  const target = "http://127.0.0.1:${port}"
  const proxied = ["/api", "/healthz", "/readyz", "/mcp", "/.well-known"]
  const server = await createServer({
    root: ${JSON.stringify(join(root, "apps", "web"))},
    server: { proxy: Object.fromEntries(proxied.map((path) => [path, { target }])) },
  })
  await server.listen()
  server.printUrls()
`
const ended = await Promise.race([
  run(node, ["--watch", "--watch-preserve-output", join(root, "apps/server/src/main.ts")], { env }),
  run(node, ["--input-type=module", "--eval", vite], { env }),
])
process.exit(ended.code)
