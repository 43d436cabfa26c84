import { plugins } from "../plugins.ts"
import { runServer } from "../run-server.ts"
import { visitedPlugins } from "./visited.fixture.ts"

await runServer(process.env, { plugins: visitedPlugins(plugins) })
