/**
 * The product for the official conformance suite: what main.ts starts, with one plugin more that has the tools the suite
 * asks for. Nothing that is shipped can be told to be this.
 */
import { conformancePlugin, conformanceProfile } from "../../../../packages/core/src/mcp/conformance.fixture.ts"
import { plugins } from "../plugins.ts"
import { runServer } from "../run-server.ts"

await runServer(process.env, { plugins: [...plugins, conformancePlugin], mcp: conformanceProfile })
