import { InvalidInputError, implement, NotFoundError, uuids } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { notificationContract } from "../../contract.ts"
import { demandUsable } from "../channels/demand-channel.ts"
import { insertMessage, renewDeliveries } from "./delivery-store.ts"

/** Kept with the change and sent by the worker: whoever signs it signs one message, whenever the server dies. */
export const send = implement(notificationContract.send, async (ctx, { channelId, subject, text }) => {
  const channel = await demandUsable(ctx, channelId)
  if (channel.ownerId !== null)
    throw new InvalidInputError(`"${channel.name}" is one person's own channel. Choose a shared one.`, [
      { path: "channelId", message: "Choose a shared channel." },
    ])
  const from = `Sent by ${ctx.principal.name}.`
  const deliveryId = await insertMessage(ctx.tx, channelId, {
    cause: null,
    subject,
    lines: [...(text ? [text] : []), from],
    link: null,
    at: (await ctx.now()).toISOString(),
    facts: { event: "message", from: ctx.principal.name },
  })
  ctx.audit({
    thing: { type: "notification.message", id: deliveryId, name: subject },
    after: { channel: channel.name, subject, text },
  })
  ctx.signal("notification.message")
  return { deliveryId }
})

export const sendAgain = implement(notificationContract.sendAgain, async (ctx, { ids }) => {
  const again = await renewDeliveries(ctx.tx, sql`d.id = ANY(${uuids(ids)})`)
  if (again === 0) throw new NotFoundError("None of these messages was given up. Look at the log again.")
  ctx.audit({
    thing: { id: ids[0]!, name: "Messages that were given up" },
    note: `${again} ${again === 1 ? "message is" : "messages are"} sent again.`,
  })
  return { again }
})
