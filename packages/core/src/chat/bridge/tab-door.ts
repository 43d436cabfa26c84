import type { Context, Hono } from "hono"
import type { Caller } from "../../access/ctx.ts"
import { TabAnswer, TabBeat, type TabBeatAnswer } from "../../contract/chat/tab.ts"
import { outputSchemaOf } from "../../contract/procedure.ts"
import { ConflictError, InvalidInputError, invalidInput, NotFoundError } from "../../errors.ts"
import type { AppEnv } from "../../http/app.ts"
import { readJson } from "../../http/read-body.ts"
import { schemaWords } from "../../schema-words.ts"
import { readImages } from "../border/read-image.ts"
import { noSuchConversation } from "../conversation-store.ts"
import { findTurnConversation } from "../prompt/turn-context-store.ts"
import type { Bridge } from "./bridge.ts"
import { findRequest } from "./bridge-store.ts"

/** Room for four pictures of a screen. Without any, a result is at most as long as any other body. */
const ANSWER_BODY = { maxBytes: 8 * 1024 * 1024, required: true }
const MOST_RESULT = 256 * 1024

/** Where open pages say that they are there, and what they found. `enter` lets in people alone, by their session and from our pages. */
export function mountTabs(
  app: Hono<AppEnv>,
  options: {
    bridge: Bridge
    enter(c: Context<AppEnv>): Promise<Caller>
  },
): void {
  const { bridge, enter } = options

  app.post("/api/ai/chat/tabs", async (c) => {
    const caller = await enter(c)
    const parsed = TabBeat.safeParse(await readJson(c.req.raw, { required: true }), { error: schemaWords })
    if (!parsed.success) throw invalidInput("the open page", parsed.error)
    const answer: TabBeatAnswer = { open: await bridge.beat(caller.principal.id, parsed.data) }
    return c.json(answer)
  })

  app.post("/api/ai/chat/:conversationId/tool-result", async (c) => {
    const caller = await enter(c)
    const body = await readJson(c.req.raw, ANSWER_BODY)
    const conversationId = await ownConversation(caller, c.req.param("conversationId"))
    const parsed = TabAnswer.safeParse(body, { error: schemaWords })
    if (!parsed.success) throw invalidInput("the page's answer", parsed.error)
    const { requestId: id, tab, lease, result, images, failed, snapshot } = parsed.data
    const asked = await findRequest(caller.runtime.database, { id, conversationId, tab, lease })
    if (!asked?.running)
      throw new NotFoundError("Nobody waits for this answer: its turn has ended, or there was no such request.")
    if (!asked.current)
      throw new ConflictError("Another tab was asked in place of this one, so this answer does not count.")
    if (!asked.open) throw new ConflictError("This was answered before or too late, so this answer does not count.")
    const answer = failed ? ({ failed: true } as const) : { result: demandFitting(caller, asked.tool, result, images) }
    if (!(await bridge.answer({ id, tab, lease }, { ...answer, ...(snapshot && { snapshot }) })))
      throw new ConflictError("This was answered before or too late, so this answer does not count.")
    return c.json({ taken: true })
  })
}

async function ownConversation({ principal, runtime }: Caller, id: string): Promise<string> {
  const found = await findTurnConversation(runtime.database, principal.id, id, { withMessages: false })
  if (!found) throw noSuchConversation()
  return found.conversation.id
}

/** What a tab says is held to what its tool promises before anybody waits for it longer. */
function demandFitting({ runtime }: Caller, toolName: string, result: unknown, images: TabAnswer["images"]): unknown {
  // Asked by the name of its procedure, which a model may know by another one.
  const tool = runtime.tools.tools.find(({ procedure }) => procedure.id === toolName)
  if (!tool) throw new NotFoundError("This server does not know the tool that was asked for.")
  if (JSON.stringify(result ?? null).length > MOST_RESULT)
    throw new InvalidInputError(`The result is longer than ${MOST_RESULT / 1024} KiB as JSON. Answer with less.`, [
      { path: "result", message: "Too long." },
    ])
  if (images) readImages(images)
  const whole = images && typeof result === "object" ? { ...result, images } : result
  const parsed = outputSchemaOf(tool.verb.procedure).safeParse(whole, { error: schemaWords })
  if (!parsed.success) throw invalidInput("the page's result", parsed.error)
  return parsed.data
}
