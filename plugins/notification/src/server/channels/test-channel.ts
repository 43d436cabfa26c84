import { randomUUID } from "node:crypto"
import { baseUrl, implement } from "@countersign/core/server"
import { channelKind, type Notice, notificationContract } from "../../contract.ts"
import { demandPerson, personOf } from "../person.ts"
import { sendThrough } from "./channel-host.ts"
import { ADDRESS, SECRET } from "./channel-store.ts"
import { demandChangeable } from "./demand-channel.ts"
import { demandTestLeft } from "./test-limit.ts"

/** Answers how it went instead of failing: that the receiver refuses is what whoever tests wants to read. */
export const testChannel = implement(notificationContract.testChannel, async (ctx, { id }) => {
  const { runtime, principal } = ctx
  const person = id === null ? demandPerson(principal) : null
  const loaded = person && (await runtime.identity.load({ kind: "user", id: person.id, grantId: null }))
  const channel = id === null ? null : await demandChangeable({ principal, tx: runtime.database.direct }, id)
  demandTestLeft(personOf(principal)?.id ?? principal.id)
  const kind = ctx.kinds.demand(channelKind, channel?.kind ?? "email")
  const target = channel
    ? {
        address: runtime.secrets.open(channel.address, ADDRESS.at(channel.id)),
        secret: channel.secret && runtime.secrets.open(channel.secret, SECRET.at(channel.id)),
      }
    : { address: loaded?.kind === "user" ? loaded.email : "", secret: null }
  const notice: Notice = {
    key: randomUUID(),
    cause: null,
    subject: "Countersign can reach you here",
    lines: [`${principal.name} has tested this channel. Nothing is wrong.`],
    link: `${baseUrl(ctx)}/notification`,
    at: runtime.now().toISOString(),
    facts: { event: "test" },
  }
  const { outcome, sentence } = await sendThrough(runtime, kind, target, notice, { shared: channel?.ownerId === null })
  ctx.audit({
    thing: channel
      ? { type: "notification.channel", id: channel.id, name: channel.name }
      : { id: demandPerson(principal).id, name: "Own e-mail" },
    note: `A test message: ${sentence}`,
  })
  return { sent: outcome === "sent", sentence }
})
