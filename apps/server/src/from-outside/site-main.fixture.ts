/** The product with the site, which no app lists yet, and a plugin that serves a page of its own beside it. */
import { helloPlugin } from "@countersign/hello/server"
import { sitePlugin } from "@countersign/site/server"
import { plugins } from "../plugins.ts"
import { runServer } from "../run-server.ts"

await runServer(process.env, { plugins: [...plugins, helloPlugin, sitePlugin] })
