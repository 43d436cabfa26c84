/**
 * The product with an internet of one name, `status.example.test`, which is this machine: what main.ts starts reaches
 * only public addresses at a model's word, and a test has none. Nothing that is shipped can be told to be this.
 */
import { plugins } from "../plugins.ts"
import { runServer } from "../run-server.ts"

const NAME = "status.example.test"

await runServer(process.env, {
  plugins,
  egress: {
    resolve: async (host) => (host === NAME ? ["127.0.0.1"] : []),
    standsForPublic: (host) => host === NAME,
  },
})
