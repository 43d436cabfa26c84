import type pg from "pg"
import { openInProcess } from "./in-process.ts"
import { recordStatements, type Statement, withMarks } from "./record-statements.ts"

/** Runs each call once through a platform in this process, on the same database and session, and keeps its statements. */
export async function recordPlans(
  config: pg.ClientConfig,
  dataDir: string,
  url: string,
  cookie: string,
  calls: Record<string, readonly [verb: string, input: object]>,
): Promise<Record<string, Statement[]>> {
  const { platform, close } = await openInProcess(config, dataDir)
  const send = async (verb: string, input: object) => {
    const response = await platform.fetch(
      new Request(`${url}/api/v1/${verb.replace(".", "/")}`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: url, cookie },
        body: JSON.stringify(input),
      }),
      "127.0.0.1",
    )
    if (response.status !== 200) throw new Error(`${verb}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { id?: string }
  }
  const plans: Record<string, Statement[]> = {}
  for (const [path, [verb, input]] of Object.entries(calls)) {
    // Warms the principal's cache, which is warm under load too.
    await send("platform.me", {})
    let made: { id?: string } = {}
    const statements = await recordStatements(async () => {
      made = await send(verb, input)
    })
    // What the verb creates gets an id of its own in every run of the peer, too.
    const isNew = made.id !== undefined && !JSON.stringify(input).includes(made.id)
    plans[path] = isNew ? withMarks(statements, { id: made.id! }) : statements
  }
  await close()
  return plans
}
