/**
 * The product with an internet of two names, which are this machine: what main.ts starts reaches only public addresses at a
 * model's word, and a test has none. `status.example.test` stays where it is; `rebinding.example.test` lies at a public address
 * and, whenever it is asked for a second time, inside. Nothing that is shipped can be told to be this.
 */
import { plugins } from "../plugins.ts"
import { runServer } from "../run-server.ts"

const NAME = "status.example.test"
const REBINDING = "rebinding.example.test"
const PUBLIC = "127.0.0.1"
const INSIDE = "127.0.0.2"
let lookups = 0

await runServer(process.env, {
  plugins,
  egress: {
    async resolve(host) {
      if (host === NAME) return [PUBLIC]
      return host === REBINDING ? [lookups++ % 2 === 0 ? PUBLIC : INSIDE] : []
    },
    standsForPublic: (host, address) => (host === NAME || host === REBINDING) && address === PUBLIC,
  },
})
