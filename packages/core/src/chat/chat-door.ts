import { setImmediate } from "node:timers/promises"
import type { Context, Hono } from "hono"
import type { Caller } from "../access/ctx.ts"
import type { Runtime } from "../access/runtime.ts"
import { InvalidInputError, NotFoundError } from "../errors.ts"
import type { AppEnv } from "../http/app.ts"
import { guardOrigin } from "../http/guard-origin.ts"
import { readJson } from "../http/read-body.ts"
import type { Signals } from "../signals/signals.ts"
import type { SentMessage } from "./begin/asked-turn.ts"
import { signApprovals } from "./begin/sign-approvals.ts"
import { CHAT_BODY, type ReadRequest, readChatRequest } from "./border/read-request.ts"
import type { Bridge } from "./bridge/bridge.ts"
import { mountTabs } from "./bridge/tab-door.ts"
import type { Chat } from "./chat.ts"
import { demandChatter } from "./chatter.ts"
import { noSuchConversation, readImage } from "./conversation-store.ts"
import { findTurnConversation } from "./prompt/turn-context-store.ts"
import { encodeEvent } from "./stream/encode-event.ts"
import { followMany, type Watched } from "./stream/follow-many.ts"
import type { OpenStreams } from "./stream/open-streams.ts"
import { openOutlet } from "./stream/outlet.ts"
import type { TurnHub } from "./stream/turn-hub.ts"
import { findRunningTurns } from "./stream/turn-store.ts"
import { sse, type Wire, wireFor } from "./stream/wire.ts"

/** Open conversations of one browser, with room to spare. */
const MOST_FOLLOWED = 50

export interface ChatDoorOptions {
  runtime: Runtime
  signals: Signals
  chat: Chat
  hub: TurnHub
  bridge: Bridge
  streams: OpenStreams
  origins: ReadonlySet<string>
  /** What every answer of the server carries; the socket is written past the layer that adds them. */
  headers: Readonly<Record<string, string>>
}

/** The chat over HTTP: parse, ask, stream. A connection that drops leaves its turn running. */
export function mountChat(app: Hono<AppEnv>, options: ChatDoorOptions): void {
  const { runtime, signals, chat, hub, streams } = options

  app.post("/api/ai/chat", async (c) => {
    const caller = await enter(c)
    const body = await readJson(c.req.raw, CHAT_BODY)
    const read = readChatRequest(body)
    const accept = c.req.header("accept") ?? null
    if (read.kind === "approvals") return takeApprovals(c, caller, read, wireFor(accept))
    const direct = accept === "application/json"
    if (!direct) streams.demandRoom(caller.principal)
    const sent = await (read.kind === "again"
      ? chat.answerAgain(caller, read.request)
      : chat.send(caller, read.request, read))
    // The model is asked first, the reader told after it.
    await setImmediate()
    if (direct) return c.json({ ...sent }, 202)
    const wire = wireFor(accept)
    const retold = await chat.retell(sent)
    if (!retold) return streamTurn(c, caller, sent, 0, wire, stopsWithConnection(c) ? sent.conversationId : undefined)
    return new Response(wire.write(1, retold.map(encodeEvent)) + wire.end, {
      headers: { ...wire.headers, "x-turn-id": sent.turnId },
    })
  })

  app.get("/api/ai/chat/follow", async (c) => {
    const caller = await enter(c)
    const asked = (c.req.queries("c") ?? []).map(readWatched)
    if (asked.length > MOST_FOLLOWED)
      throw new InvalidInputError(`One connection follows at most ${MOST_FOLLOWED} conversations.`)
    streams.demandRoom(caller.principal)
    const watched = (await Promise.all(asked.map((one) => findOwn(caller, one)))).filter((one) => one !== null)
    const outlet = openOutlet(c.env.outgoing, { ...options.headers, ...sse.headers })
    outlet.write("retry: 1000\n\n: connected\n\n")
    const stop = followMany({ database: runtime.database, signals, hub }, watched, outlet.write)
    outlet.onGone(stop)
    streams.add({ outlet, request: c.req.raw, personId: caller.principal.id, heartbeat: sse.heartbeat, farewell: "" })
    return outlet.response
  })

  app.get("/api/ai/chat/images/:id", async (c) => {
    const caller = await enter(c)
    const { id } = c.req.param()
    const known = /^[0-9a-f-]{36}$/i.test(id)
    const image = known ? await readImage(runtime.database.direct, caller.principal.id, id) : null
    if (!image) throw new NotFoundError("There is no such image, or it is not in one of your conversations.")
    return new Response(new Uint8Array(image.bytes), {
      headers: {
        "content-type": image.mediaType,
        "cache-control": "private, max-age=31536000, immutable",
        // Whatever the bytes are, they are shown as a picture or not at all.
        "content-security-policy": "default-src 'none'; sandbox",
      },
    })
  })

  app.get("/api/ai/chat/:conversationId/stream", async (c) => {
    const caller = await enter(c)
    // The AI SDK's clients ask before they have ever sent anything, and take any error for a failed chat.
    const { principal } = caller
    const id = c.req.param("conversationId")
    const found = await findTurnConversation(runtime.database, principal.id, id, { withMessages: false })
    const [turn] = found ? await findRunningTurns(runtime.database, [found.conversation.id]) : []
    if (!turn) return new Response(null, { status: 204 })
    streams.demandRoom(caller.principal)
    const after = readSeq(c.req.header("last-event-id"))
    return streamTurn(c, caller, { turnId: turn.id }, after, wireFor(c.req.header("accept") ?? null))
  })

  app.post("/api/ai/chat/:conversationId/stop", async (c) => {
    const caller = await enter(c)
    return c.json({ turnId: await chat.stop(caller, c.req.param("conversationId")) })
  })

  mountTabs(app, { bridge: options.bridge, enter })

  /** Answers with the turn in which the model hears of them. */
  async function takeApprovals(
    c: Context<AppEnv>,
    caller: Caller,
    { conversationId: name, approvals }: Extract<ReadRequest, { kind: "approvals" }>,
    wire: Wire,
  ): Promise<Response> {
    const { principal } = caller
    const found = await findTurnConversation(runtime.database, principal.id, name, { withMessages: false })
    if (!found) throw noSuchConversation()
    streams.demandRoom(principal)
    const { id } = found.conversation
    const { byCookie } = await runtime.identity.authenticate(c.req.raw)
    await signApprovals(caller, id, approvals, { bySession: byCookie })
    const turnId = await chat.hearDecisions(id, principal.id)
    if (turnId) return streamTurn(c, caller, { turnId }, 0, wire)
    return new Response(wire.write(1, ['{"type":"start"}', '{"type":"finish"}']) + wire.end, { headers: wire.headers })
  }

  async function enter(c: Context<AppEnv>): Promise<Caller> {
    const request = c.req.raw
    const { principal, byCookie } = await runtime.identity.authenticate(request)
    c.set("principalId", principal.id)
    c.set("verb", "ai.chat")
    c.set("reads", request.method === "GET")
    if (byCookie && request.method === "POST") guardOrigin(request, options.origins)
    const caller: Caller = { principal, transport: "chat", correlationId: c.get("correlationId"), runtime }
    demandChatter(caller)
    return caller
  }

  /** One that was deleted meanwhile must not keep a browser from hearing of the others. */
  async function findOwn({ principal }: Caller, one: Watched): Promise<Watched | null> {
    const found = await findTurnConversation(runtime.database, principal.id, one.conversationId, {
      withMessages: false,
    })
    return found && { ...one, conversationId: found.conversation.id }
  }

  function streamTurn(
    c: Context<AppEnv>,
    caller: Caller,
    { turnId }: Pick<SentMessage, "turnId">,
    after: number,
    wire: Wire,
    /** Its turn is stopped when the reader leaves. */
    stops?: string,
  ): Response {
    const outlet = openOutlet(c.env.outgoing, {
      ...options.headers,
      ...wire.headers,
      "x-correlation-id": c.get("correlationId"),
      "x-turn-id": turnId,
    })
    const leave = hub.follow(turnId, after, {
      take: (firstSeq, lines) => outlet.write(wire.write(firstSeq, lines)),
      ended() {
        outlet.write(wire.end)
        outlet.end()
      },
    })
    outlet.onGone(leave)
    if (stops)
      outlet.onGone(() => {
        // What we ended ourselves, at the turn's end or when the server is stopped, is no wish of the reader's.
        if (c.env.outgoing?.writableEnded) return
        chat.stop(caller, stops, turnId).catch((error) => runtime.log.warn("A turn was not stopped.", { error }))
      })
    streams.add({
      outlet,
      request: c.req.raw,
      personId: caller.principal.id,
      heartbeat: wire.heartbeat,
      farewell: wire.cut,
    })
    return outlet.response
  }
}

/** Clients whose way of stopping is to hang up say so. Everybody else's turns outlive their connections. */
function stopsWithConnection(c: Context<AppEnv>): boolean {
  return c.req.header("x-stop-on-disconnect") === "true"
}

function readWatched(text: string): Watched {
  const [conversationId = "", turnId = "", seq = ""] = text.split(":")
  if (!conversationId || conversationId.length > 100)
    throw new InvalidInputError('"c" takes <conversationId>:<turnId or ->:<the last event seen>.')
  const known = /^[0-9a-f-]{36}$/i.test(turnId)
  return { conversationId, turnId: known ? turnId.toLowerCase() : null, lastSeq: known ? readSeq(seq) : 0 }
}

function readSeq(text: string | undefined): number {
  return text && /^\d{1,9}$/.test(text) ? Number(text) : 0
}
