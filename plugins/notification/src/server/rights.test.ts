import { catalogContract } from "@countersign/catalog/contract"
import { teamsContract } from "@countersign/core/contract"
import { incidentContract } from "@countersign/incident/contract"
import { personId } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { notificationContract } from "../contract.ts"
import { testNotification } from "./notification.fixture.ts"

const testing = await testNotification()
const { as, ask, forward, log, makePrivate, olga, platform, receiver, report, root, settled, system, webhook } = testing
const told = (path: string) => receiver.at(path).map(({ body }) => JSON.parse(body))

describe("whoever may not see it", () => {
  it("is told nothing once the right is gone, also of what happened before", async () => {
    const vera = await as("vera", "operator")
    const systemId = await system()
    const { id: channelId, path } = await webhook()
    await platform.call(vera, notificationContract.subscribe, { systemIds: [systemId], channelId })
    receiver.status(503)
    await report(systemId, "unhealthy")
    await settled()
    receiver.status(200)
    expect(told(path)).toHaveLength(1)

    await makePrivate("catalog.system", systemId)
    await forward(2)
    await settled()

    expect(told(path)).toHaveLength(1)
    const [last] = (await log()).slice(-1)
    expect(last).toMatchObject({ status: "withheld", sentences: [expect.any(String), "The person may not see it."] })
  })

  it("is told nothing when they are no longer active", async () => {
    const nils = await as("nils", "operator")
    const systemId = await system()
    const { id: channelId, path } = await webhook()
    await platform.call(nils, notificationContract.subscribe, { systemIds: [systemId], channelId })
    await ask("UPDATE platform.person SET disabled_at = now() WHERE id = $1", [personId("nils")])

    await report(systemId, "unhealthy")
    await settled()

    expect(told(path)).toEqual([])
    expect((await log()).at(-1)).toMatchObject({ status: "withheld", sentences: ["The person is no longer active."] })
  })

  it("hears of an internal update neither its words nor that it was posted", async () => {
    const tessa = await as("tessa", "viewer")
    const systemId = await system()
    const own = await platform.call(tessa, notificationContract.createChannel, {
      kind: "slack",
      name: "Mine",
      address: receiver.url("/tessa"),
    })
    const { id: opsId, path: opsPath } = await webhook()
    await platform.call(tessa, notificationContract.subscribe, { systemIds: [systemId], channelId: own.id })
    await platform.call(olga, notificationContract.subscribe, { systemIds: [systemId], channelId: opsId })
    const { id } = await platform.call(olga, incidentContract.create, {
      title: "Slow",
      severity: "minor",
      systemIds: [systemId],
    })
    await settled()

    await platform.call(olga, incidentContract.addUpdate, { id, message: "It was Ben.", visibility: "internal" })
    await settled()

    expect(told(opsPath).map(({ update }) => update)).toEqual([null, "It was Ben."])
    // What one person wrote down leads to the public internet only, so nothing left for the loopback at all.
    expect(receiver.at("/tessa")).toEqual([])
    const mine = (await log()).filter(({ channel_id }) => channel_id === own.id)
    expect(mine.map(({ status }) => status)).toEqual(["waiting", "withheld"])
  })

  it("keeps a team silent when one of its members may not see it", async () => {
    const systemId = await system()
    const { id: channelId, path } = await webhook()
    const team = await platform.call(root, teamsContract.createTeam, { name: `Shop ${crypto.randomUUID()}` })
    const join = (name: string) =>
      platform.call(root, teamsContract.addTeamMember, { teamId: team.id, memberId: personId(name) })
    await join("olga")
    await platform.call(olga, notificationContract.subscribeTeam, { teamId: team.id, channelId, everything: true })
    await report(systemId, "degraded")
    await settled()
    expect(told(path)).toMatchObject([{ event: "status" }])

    await testing.asHolderOf("stranger", [])
    await join("stranger")
    await report(systemId, "unhealthy")
    await settled()

    expect(told(path)).toHaveLength(1)
    expect((await log()).at(-1).sentences).toEqual(["Not everybody in the team may see it, so the team is not told."])
  })
})

describe("what is gone", () => {
  it("ends what was told about it, and the card says so before", async () => {
    const systemId = await system()
    const { id: groupId } = await platform.call(olga, catalogContract.createGroup, { name: `G ${crypto.randomUUID()}` })
    await platform.call(olga, notificationContract.subscribe, { systemIds: [systemId], groupIds: [groupId] })

    const preview = await platform.call(olga, catalogContract.previewDeleteGroup, { groupId })
    expect(preview.consequences.map(({ sentence }) => sentence)).toEqual(["One subscription to its news ends."])
    await platform.call(olga, catalogContract.deleteGroup, { groupId })
    await platform.call(root, catalogContract.deleteSystem, { systemId })
    await settled()

    const { items } = await platform.call(olga, notificationContract.subscriptions, {})
    expect(items.filter(({ target }) => target.id === systemId || target.id === groupId)).toEqual([])
  })
})
