/**
 * The product with three plugins more: the one that shows how a public site is served, one whose addresses are there to be
 * abused, and the site itself, which no app lists yet.
 */
import { helloPlugin } from "@countersign/hello/server"
import { sitePlugin } from "@countersign/site/server"
import { plugins } from "../plugins.ts"
import { runServer } from "../run-server.ts"
import { visitedPlugin } from "./visited.fixture.ts"

await runServer(process.env, { plugins: [...plugins, helloPlugin, visitedPlugin, sitePlugin] })
