import { type Ctx, implement } from "@countersign/core/server"
import { channelKind, notificationContract, type SendOutcome } from "../../contract.ts"
import { sendThrough } from "../channels/channel-host.ts"
import { ADDRESS, findChannel, SECRET } from "../channels/channel-store.ts"
import { findDelivery, type StoredDelivery } from "./delivery-store.ts"

/** Holds no connection while it waits for somebody else's server. How it went is written down by `conclude`. */
export const transmit = implement(notificationContract.transmit, async (ctx, { id }) => {
  const { runtime } = ctx
  const delivery = await findDelivery(runtime.database.direct, id)
  if (!delivery?.message) return given("never", "It was deleted meanwhile.")
  const way = await wayOf(ctx, delivery)
  if (!way) return given("never", "There is no address to send it to.")
  const kind = ctx.kinds.all(channelKind).find((one) => one.id === way.kind)
  if (!kind) return given("never", `Channels of the kind "${way.kind}" need a plugin that is not installed.`)
  return sendThrough(runtime, kind, way.target, { key: id, ...delivery.message }, { shared: way.shared })
})

async function wayOf({ runtime }: Ctx, { channelId, personId }: StoredDelivery) {
  if (channelId === null) {
    const person = personId ? await runtime.identity.load({ kind: "user", id: personId, grantId: null }) : null
    if (person?.kind !== "user") return null
    return { kind: "email", target: { address: person.email, secret: null }, shared: false }
  }
  const channel = await findChannel(runtime.database.direct, channelId)
  if (!channel) return null
  const { secrets } = runtime
  const target = {
    address: secrets.open(channel.address, ADDRESS.at(channel.id)),
    secret: channel.secret && secrets.open(channel.secret, SECRET.at(channel.id)),
  }
  return { kind: channel.kind, target, shared: channel.ownerId === null }
}

function given(outcome: SendOutcome["outcome"], sentence: string): SendOutcome {
  return { outcome, sentence, httpStatus: null, answer: "", retryAfterSeconds: null }
}
