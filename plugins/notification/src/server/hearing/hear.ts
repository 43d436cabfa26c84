import { catalogContract } from "@countersign/catalog/contract"
import { implement } from "@countersign/core/server"
import { notificationContract } from "../../contract.ts"
import { insertDeliveries } from "../delivering/delivery-store.ts"
import { findCause, insertNotice, moveCause, openCause } from "./cause-store.ts"
import { groupsOf } from "./groups-of.ts"
import { findRecipients } from "./recipients.ts"
import { sourceOf } from "./sources.ts"

/** Once for each event, in order per thing. Whether a recipient may be told is asked when the message is put into words. */
export const hear = implement(notificationContract.hear, async (ctx, envelope) => {
  const { event, about, at, id } = envelope
  const source = sourceOf(event)
  if (!source) return {}
  const { topic } = source
  const cause = await findCause(ctx.tx, topic, about.id, source.goesOn)
  const heard = await source.hear(ctx, envelope, cause)
  if (!heard) return {}
  const causeId = cause?.id ?? (await openCause(ctx.tx, topic, about.id, heard, at))
  const newOnly = cause !== null && cause.state === heard.state
  if (cause && !newOnly) await moveCause(ctx.tx, causeId, heard, at)
  const { rank, systemIds, toldAs } = heard
  const groupIds = await groupsOf((some) => ctx.call(catalogContract.listSystems, some), systemIds)
  const recipients = await findRecipients(ctx.tx, { topic, causeId, rank, systemIds, groupIds, newOnly, toldAs })
  if (recipients.length === 0) return {}
  await insertNotice(ctx.tx, { id, causeId, event, about, at, ...heard, facts: { ...heard.facts, systemIds } })
  await insertDeliveries(ctx.tx, { noticeId: id, causeId, state: heard.state }, recipients)
  ctx.signal("notification.message")
  return {}
})
