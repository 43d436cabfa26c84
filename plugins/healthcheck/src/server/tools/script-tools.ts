import { defineTool } from "@countersign/core/server"
import { getScriptContext } from "../scripts/script-context.ts"
import { testScript } from "../scripts/test-script.ts"

export const getScriptContextTool = defineTool({
  name: "getScriptContext",
  describe: () => "Looked at what a script may use",
  verb: getScriptContext,
  description:
    "Read what a script of a health check may use: its module, declarations, variables and an example. Call it before you write one. " +
    'Pass `context: "healthcheck-script"` for TypeScript or `"healthcheck-shell"` for sh. Scripts import nothing but their module.',
  quotes: "nothing",
})

export const testScriptTool = defineTool({
  name: "testScript",
  describe: ({ address }, say) =>
    `Tried a script in the sandbox${address ? `, which may call ${say.quote(new URL(address).host)}` : ""}`,
  verb: testScript,
  description:
    "Run a draft of a script once in the sandbox and see what it answers. Nothing is created. Call it with every draft before " +
    "healthcheck.propose, and mend the draft by what `error` says. Pass `address`, as the operator wrote it, when the script uses fetch: it " +
    "may call that host and no other. Secrets read __SECRET_<NAME>__.",
  egress: "address",
  // A script decides by itself what it sends there: nobody wrote that.
  reaches: ({ address }) => (address === undefined ? [] : [`${address}#script`]),
  // What a script fetched is anybody's, and so is what it makes of it. Without that it says what its writer wrote.
  quotes: ({ result }) => (result && !result.called ? [] : "outside"),
})
