/** The product with two plugins more that serve a public site: the one that shows how, and one whose addresses are there to be abused. */
import { helloPlugin } from "@countersign/hello/server"
import { plugins } from "./plugins.ts"
import { runServer } from "./run-server.ts"
import { visitedPlugin } from "./visited.fixture.ts"

await runServer(process.env, { plugins: [...plugins, helloPlugin, visitedPlugin] })
