/**
 * The product with two plugins more: the one that shows how a public site is served, and one whose addresses are there to be
 * abused. Without the site itself, which answers at every address.
 */
import { helloPlugin } from "@countersign/hello/server"
import { plugins } from "../plugins.ts"
import { runServer } from "../run-server.ts"
import { visitedPlugin } from "./visited.fixture.ts"

await runServer(process.env, { plugins: [...plugins, helloPlugin, visitedPlugin] })
