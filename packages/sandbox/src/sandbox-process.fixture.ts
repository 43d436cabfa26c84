/** A server's part that runs scripts, as it is built: runs what it is told and says what came of it. */
import { createSandbox } from "./index.ts"
import { examineMachine } from "./machine.ts"
import { createSandbox as createSandboxOn } from "./sandbox.ts"

const { source, shell, hang } = JSON.parse(process.argv[2]!) as { source: string; shell: string; hang?: string }
const kind = "healthcheck-script"
const sandbox = createSandbox()
const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)

if (hang) {
  await sandbox.runTypeScript({
    kind,
    source: hang,
    context: {},
    limits: { timeoutMs: 30_000 },
    fetch: async () => {
      say({ children: sandbox.children() })
      return { status: 200, statusText: "", url: "", headers: {}, body: "" }
    },
  })
} else {
  const before = sandbox.children().length
  const less = createSandboxOn({}, async () => ({ ...(await examineMachine()), missingForShell: ["For the test."] }))
  say({
    before,
    typescript: await sandbox.runTypeScript({ kind, source, context: {} }),
    shell: await sandbox.runShell({ source: shell }),
    interpreted: await less.runShell({ source: shell }),
  })
  await Promise.all([sandbox.close(), less.close()])
}
