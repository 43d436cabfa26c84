/** The product with a plugin that serves a page of its own beside the site. */
import { helloPlugin } from "@countersign/hello/server"
import { plugins } from "../plugins.ts"
import { runServer } from "../run-server.ts"

await runServer(process.env, { plugins: [...plugins, helloPlugin] })
