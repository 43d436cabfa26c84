import { teamsContract } from "@countersign/core/contract"
import type { Caller } from "@countersign/core/server"
import { incidentContract } from "@countersign/incident/contract"
import { maintenanceContract } from "@countersign/maintenance/contract"
import { personId } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { notificationContract } from "../contract.ts"
import { testNotification } from "./notification.fixture.ts"

const testing = await testNotification()
const { as, ask, forward, log, makePrivate, olga, platform, receiver, report, root, settled, system, webhook } = testing
const told = (path: string) => receiver.at(path).map(({ body }) => JSON.parse(body))
const subscribe = (caller: Caller, systemIds: string[], channelId: string | null) =>
  platform.call(caller, notificationContract.subscribe, { systemIds, channelId })
const slack = (address: string, caller = olga, shared = true) =>
  platform.call(caller, notificationContract.createChannel, { kind: "slack", name: "Room", address, shared })

describe("a receiver", () => {
  it("that answers something else than HTTP has failed like any other, and hears no more of it at once", async () => {
    const systemId = await system()
    const { id, path } = await webhook()
    await subscribe(olga, [systemId], id)
    receiver.behaviour.answer = (_post, response) => response.socket!.end("\0\x01 no HTTP at all\r\n\r\n")
    await report(systemId, "unhealthy")
    await settled()
    expect((await log()).at(-1)).toMatchObject({ status: "waiting", attempts: 1 })
    expect(told(path)).toHaveLength(1)
    receiver.status(200)
    await forward(1)
    await settled()
    expect((await log()).at(-1)).toMatchObject({ status: "sent", attempts: 2 })
  })

  it("may say with a date when it wants to be asked again", async () => {
    const systemId = await system()
    const { id } = await webhook()
    await subscribe(olga, [systemId], id)
    receiver.behaviour.answer = (_post, response) =>
      response.writeHead(429, { "retry-after": new Date(Date.now() + 1_800_000).toUTCString() }).end()
    await report(systemId, "unhealthy")
    await settled()
    receiver.status(200)
    const [{ seconds }] = await ask(`SELECT extract(epoch FROM next_at - created_at)::int AS seconds
      FROM notification.delivery ORDER BY sequence DESC LIMIT 1`)
    expect(seconds).toBeGreaterThan(1_700)
    expect(seconds).toBeLessThan(1_900)
  })

  it("that shows a message as it is has what nobody sees spelled out", async () => {
    const { id } = await slack(receiver.url("/spelled"))
    await platform.call(olga, notificationContract.subscribe, { everything: true, channelId: id })
    await platform.call(olga, incidentContract.create, {
      title: "Slow",
      severity: "minor",
      systemIds: [await system()],
      message: "It is\u202e wols\u200b.",
    })
    await settled()
    expect(told("/spelled").at(-1)!.text).toContain("It is[U+202E] wols[U+200B].")
  })

  it("that reads Markdown finds neither a call to everybody nor a link that nobody wrote", async () => {
    const { id } = await slack(receiver.url("/mattermost"))
    await platform.call(olga, notificationContract.subscribe, { everything: true, channelId: id })
    await platform.call(olga, incidentContract.create, {
      title: "@all @Channel @here [free money](https://evil.example.test)",
      severity: "minor",
      systemIds: [await system()],
      message: "@everyone",
    })
    await settled()
    const text: string = told("/mattermost").at(-1)!.text
    expect(text).not.toMatch(/@(all|channel|here|everyone)/i)
    expect(text).not.toContain("](")
    expect(text).toContain("free money")
  })
})

describe("what was given up", () => {
  it("is not sent again once something newer was told", async () => {
    const systemId = await system()
    const { id, path } = await webhook()
    await subscribe(olga, [systemId], id)
    receiver.status(400)
    await report(systemId, "unhealthy")
    await settled()
    const { id: failed } = (await log()).at(-1)
    receiver.status(200)
    await report(systemId, "healthy")
    await settled()
    const before = told(path).length

    await platform.call(root, notificationContract.sendAgain, { ids: [failed] })
    await settled()

    expect(told(path)).toHaveLength(before)
    expect((await log()).find((one) => one.id === failed)).toMatchObject({ status: "folded" })
  })
})

describe("between an event and its message", () => {
  it.each([
    ["unsubscribed", "Nobody is subscribed to it by this way any more."],
    ["lost the channel", "The person may no longer use this channel."],
  ])("somebody who %s is told nothing", async (what, sentence) => {
    const name = what.replaceAll(" ", "")
    const vera = await as(name, "operator")
    const systemId = await system()
    const { id, path } = await webhook()
    await subscribe(vera, [systemId], id)
    receiver.status(503)
    await report(systemId, "unhealthy")
    await settled()
    receiver.status(200)
    if (what === "unsubscribed") {
      const { items } = await platform.call(vera, notificationContract.subscriptions, {})
      await platform.call(vera, notificationContract.unsubscribe, { subscriptionIds: items.map((one) => one.id) })
    } else {
      await ask("UPDATE platform.role_holder SET role_id = 'viewer' WHERE holder_id = $1", [personId(name)])
      platform.identity.forget("all")
    }
    await forward(5)
    await settled()
    expect(told(path)).toHaveLength(1)
    expect((await log()).at(-1)).toMatchObject({ status: "withheld", sentences: [expect.any(String), sentence] })
  })
})

describe("a team", () => {
  it("reads of no system that only one of them sees", async () => {
    const [left, right, open] = [await system("Left"), await system("Right"), await system("Open")]
    const { id: channelId, path } = await webhook()
    const team = await platform.call(root, teamsContract.createTeam, { name: `Both ${crypto.randomUUID()}` })
    for (const [name, systemId] of [
      ["lea", left],
      ["rik", right],
    ] as const) {
      await as(name, "operator")
      await platform.call(root, teamsContract.addTeamMember, { teamId: team.id, memberId: personId(name) })
      await testing.grant(name, "viewer", "catalog.system", systemId)
      await testing.grant("olga", "editor", "catalog.system", systemId)
      await makePrivate("catalog.system", systemId)
    }
    platform.identity.forget("all")
    const editor = await as("olga")
    await platform.call(olga, notificationContract.subscribeTeam, { teamId: team.id, channelId, everything: true })
    for (const systemIds of [
      [left, right, open],
      [left, right],
    ]) {
      await platform.call(editor, incidentContract.create, { title: "Both are slow", severity: "minor", systemIds })
    }
    await settled()

    const messages = told(path).sort((a, b) => a.systems.length - b.systems.length)
    expect(messages.map(({ systems }) => systems.map((one: { id: string }) => one.id))).toEqual([[], [open]])
    for (const { text, subject } of messages) expect(`${subject} ${text}`).not.toMatch(/Left|Right/)
  })
})

describe("a message that is tried again", () => {
  it("no longer names what was hidden from its reader since", async () => {
    const nina = await as("nina", "operator")
    const [open, hidden] = [await system("Open"), await system("Hidden")]
    const { id: channelId, path } = await webhook()
    await subscribe(nina, [open], channelId)
    receiver.status(503)
    await platform.call(olga, incidentContract.create, { title: "Slow", severity: "minor", systemIds: [open, hidden] })
    await settled()
    receiver.status(200)
    await makePrivate("catalog.system", hidden)
    await forward(2)
    await settled()
    const names = told(path).map(({ systems, id }) => [id, systems.length])
    expect(names.map(([, count]) => count)).toEqual([2, 1])
    expect(new Set(names.map(([id]) => id)).size).toBe(1)
    expect(told(path)[1].text).not.toContain("Hidden")
  })
})

describe("the log", () => {
  it("says nothing of what its reader may not see, nor where another's own channel leads", async () => {
    const zoe = await as("zoe", "operator")
    const systemId = await system("Vault")
    const own = await slack("https://hooks.example.test/secret-path", zoe, false)
    await subscribe(zoe, [systemId], own.id)
    await report(systemId, "unhealthy")
    await settled()
    await makePrivate("catalog.system", systemId)

    const page = await platform.call(olga, notificationContract.deliveries, { limit: 50 })
    const items = page.items.filter(({ recipient }) => recipient.name === zoe.principal.name)
    expect(items).toMatchObject([{ about: null, state: "", channel: { name: "a channel of their own" } }])
    const attempts = await platform.call(olga, notificationContract.attempts, { deliveryId: items[0]!.id })
    const everything = JSON.stringify({ items, attempts })
    expect(attempts.items.length).toBeGreaterThan(0)
    for (const word of ["Vault", "unhealthy", "hooks.example", "Room", systemId]) expect(everything).not.toContain(word)
    const filtered = await platform.call(olga, notificationContract.deliveries, { channelId: own.id })
    expect(filtered.items).toEqual([])

    const theirs = await platform.call(zoe, notificationContract.deliveries, { channelId: own.id })
    expect(theirs.items[0]).toMatchObject({ channel: { name: "Room" } })
    expect(theirs.items[0]!.sentence).toContain("hooks.example.test")
  })

  it("of a system's page finds one's own among those of a thousand others, and calls no other's channel by its name", async () => {
    const systemId = await system()
    const ida = await as("ida", "operator")
    const own = await slack("https://hooks.example.test/ida", ida, false)
    await subscribe(ida, [systemId], own.id)
    await ask(
      `INSERT INTO notification.subscription (person_id, system_id, about, from_rank, created_at)
       SELECT gen_random_uuid(), $1, '{status}', 1, now() - interval '1 day' FROM generate_series(1, 1000)`,
      [systemId],
    )
    expect((await platform.call(ida, notificationContract.told, { systemId })).mine).toHaveLength(1)
    await ask("DELETE FROM notification.subscription WHERE system_id = $1 AND person_id <> $2", [
      systemId,
      personId("ida"),
    ])
    const { others } = await platform.call(root, notificationContract.told, { systemId })
    expect(others?.filter(({ id }) => id === personId("ida")).map(({ by }) => by)).toEqual(["a channel of their own"])
  })
})

describe("one person", () => {
  it("has so many channels of their own, and tests them so often", async () => {
    const max = await as("max", "viewer")
    const draft = { kind: "slack", name: "Mine", address: "http://127.0.0.1:1/" }
    const made = await Promise.allSettled(
      Array.from({ length: 25 }, () => platform.call(max, notificationContract.createChannel, draft)),
    )
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(20)
    await expect(platform.call(max, notificationContract.createChannel, draft)).rejects.toThrow(
      "You have 20 channels of your own",
    )
    const { items } = await platform.call(max, notificationContract.channels, {})
    const tests = await Promise.allSettled(
      Array.from({ length: 25 }, () => platform.call(max, notificationContract.testChannel, { id: items[0]!.id })),
    )
    expect(tests.filter(({ status }) => status === "rejected")).toHaveLength(5)
  })
})

describe("a window that is deleted", () => {
  const soon = () => new Date(Date.now() + 30 * 86_400_000).toISOString()
  const schedule = (systemIds: string[]) =>
    platform.call(olga, maintenanceContract.create, { title: "New disks", systemIds, startsAt: soon(), minutes: 60 })

  it("is called off for those who were told of it, and for nobody else", async () => {
    const systemId = await system()
    const [early, late] = [await webhook(), await webhook()]
    await subscribe(olga, [systemId], early.id)
    const { id } = await schedule([systemId])
    await settled()
    await subscribe(olga, [systemId], late.id)
    await platform.call(olga, maintenanceContract.delete, { id })
    await settled()

    expect(told(early.path).map(({ phase, status }) => [phase, status])).toEqual([
      ["first", "scheduled"],
      ["over", "cancelled"],
    ])
    expect(told(early.path)[1]).toMatchObject({ subject: 'Maintenance was called off: "New disks"', link: null })
    expect(told(early.path)[1].text).toContain("It was deleted.")
    expect(told(late.path)).toEqual([])
  })

  it("is not told to somebody who may no longer see its systems", async () => {
    const vic = await as("vic", "operator")
    const systemId = await system()
    const { id: channelId, path } = await webhook()
    await subscribe(vic, [systemId], channelId)
    const { id } = await schedule([systemId])
    await settled()
    receiver.status(503)
    await platform.call(olga, maintenanceContract.delete, { id })
    await settled()
    receiver.status(200)
    await makePrivate("catalog.system", systemId)
    await forward(5)
    await settled()
    expect(told(path).map(({ status }) => status)).toEqual(["scheduled", "cancelled"])
    const mine = (await log()).filter(({ channel_id }) => channel_id === channelId)
    expect(mine.map(({ status }) => status)).toEqual(["sent", "withheld"])
  })
})
