import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { z } from "zod"
import { implement } from "../access/implement.ts"
import { defineAccess } from "../contract/access.ts"
import { defineContract, procedure } from "../contract/procedure.ts"
import { definePlugin } from "../define-plugin.ts"
import { defineTool } from "../tools/tool.ts"

/** Tools with which a test holds a turn at a point of its choice, and has the operator asked something. */
const stageAccess = defineAccess("stage.cue", { read: "See cues" })

const stageContract = defineContract("stage", {
  wait: procedure({
    summary: "Wait for the cue.",
    effect: "read",
    access: stageAccess.read,
    input: z.object({ cue: z.string() }),
    output: z.object({ cue: z.string() }),
  }),
  ask: procedure({
    summary: "Ask the operator.",
    effect: "read",
    access: stageAccess.read,
    input: z.object({ question: z.string(), options: z.array(z.string()) }),
    output: z.object({ question: z.string(), options: z.array(z.string()) }),
  }),
})

interface Cue {
  reached: PromiseWithResolvers<void>
  given: PromiseWithResolvers<void>
}
const cues = new Map<string, Cue>()

function cueOf(name: string): Cue {
  const cue = cues.get(name) ?? { reached: Promise.withResolvers<void>(), given: Promise.withResolvers<void>() }
  cues.set(name, cue)
  return cue
}

/** Resolves once a turn waits for the cue. */
export const reached = (cue: string): Promise<void> => cueOf(cue).reached.promise
export const giveCue = (cue: string): void => cueOf(cue).given.resolve()
/** The next turn waits for it again. */
export const takeCueBack = (cue: string): boolean => cues.delete(cue)

/** For turns on servers that are processes of their own: a cue below this address reaches them over HTTP. */
export async function openCues(): Promise<{ url: string; close(): void }> {
  const server = createServer(async ({ headers, url }, response) => {
    const cue = cueOf(`http://${headers.host}${url}`)
    cue.reached.resolve()
    await cue.given.promise
    response.end()
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const wait = implement(stageContract.wait, async (_ctx, { cue }) => {
  if (cue.startsWith("http:")) {
    await fetch(cue)
    return { cue }
  }
  cueOf(cue).reached.resolve()
  await cueOf(cue).given.promise
  return { cue }
})
const ask = implement(stageContract.ask, async (_ctx, input) => input)

export const stagePlugin = definePlugin({
  id: "stage",
  contract: stageContract,
  access: [stageAccess],
  verbs: { wait, ask },
  tools: [
    defineTool({ name: "wait", verb: wait, description: "For tests: waits for the cue." }),
    defineTool({ name: "ask", verb: ask, description: "For tests: asks the operator.", asks: true }),
  ],
})
