import { catalogContract } from "@countersign/catalog/contract"
import type { Caller } from "@countersign/core/server"
import { cardOf } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { createIncident } from "../create-incident.ts"
import { getIncident } from "../get-incident.ts"
import { testIncidents } from "../incident.fixture.ts"
import { addLink, addUpdate, deleteUpdate, editUpdate, removeLink } from "../incident-timeline.ts"
import { resolveIncident } from "../resolve-incident.ts"
import { updateIncident } from "../update-incident.ts"
import { readingTools } from "./reading-tools.ts"

const { as, asHolderOf, system, open, hide, withGrants, platform } = await testIncidents()
const ana = await as("ana")
const NOBODY = "00000000-0000-4000-8000-000000000000"

describe("the incident tools", () => {
  it("are registered with the effect of their verbs, and mark what people wrote as from outside", () => {
    const tools = ana.runtime.tools.tools.filter(({ plugin }) => plugin === "incident")
    const named = (effect: string) => tools.filter((tool) => tool.effect === effect).map(({ name }) => name)

    expect(named("read")).toEqual(["incident.get", "incident.list", "incident.summarize"])
    expect(named("mutate")).toEqual([
      "incident.addLink",
      "incident.addUpdate",
      "incident.create",
      "incident.resolve",
      "incident.update",
    ])
    expect(named("destructive")).toEqual(["incident.delete", "incident.deleteUpdate", "incident.removeLink"])
    expect(tools.filter(({ quotes }) => typeof quotes !== "function")).toEqual([])
  })

  it("give a model the newest updates of a long incident and say how many are left", async () => {
    const { id } = await open([await system("Chatty")])
    for (let count = 1; count <= 32; count++) await addUpdate(ana, { id, message: `Update ${count}` })
    const lean = readingTools[1]!.projectResult as (incident: unknown) => { updates: unknown[] }

    const answer = lean(await getIncident(ana, { id }))

    expect(answer).toMatchObject({ id, olderUpdates: 2 })
    expect(answer.updates).toHaveLength(30)
    expect(lean(null)).toBeNull()
    expect(lean({ other: 1 })).toEqual({ other: 1 })
  })
})

describe("the card of an incident", () => {
  it("that is opened names its systems and what they will count as", async () => {
    const [shop, mail] = [await system("Shop"), await system("Mail")]

    const card = await cardOf(ana, "incident.create", {
      title: "Orders are lost",
      severity: "critical",
      systemIds: [shop, mail],
      healthOverride: "unhealthy",
    })

    expect(card.summary).toBe('Open the incident "Orders are lost"')
    expect(rows(card)).toMatchObject({ Systems: [null, ["Shop", "Mail"]], "Health override": [null, "Unhealthy"] })
    expect(card.consequences).toEqual(['"Mail" and "Shop" count as unhealthy while it is open.'])
  })

  it("that changes shows systems by name and which of them are marked anew or no more", async () => {
    const [left, joined] = [await system("Left"), await system("Joined")]
    const { id } = await open([left], { healthOverride: "degraded" })

    const card = await cardOf(ana, "incident.update", { id, systemIds: [joined], healthOverride: "unhealthy" })

    const opened = { instant: "2026-05-01T08:00:00.000Z" }
    expect(rows(card)).toEqual({
      Incident: [`…${id.slice(-8)}`, `…${id.slice(-8)}`],
      Systems: [["Left"], ["Joined"]],
      "Health override": ["Degraded", "Unhealthy"],
      "Opened at": [opened, opened],
    })
    expect(card.consequences).toEqual([
      '"Joined" counts as unhealthy while it is open.',
      '"Left" no longer counts as degraded because of it.',
    ])
    expect(card.payload.version).toBe(1)
  })

  it("that is resolved, by the tool or by an update, tells that its override ends", async () => {
    const { id } = await open([await system("Pump")], { healthOverride: "degraded" })

    const resolved = await cardOf(ana, "incident.resolve", { id, note: "Over." })
    const updated = await cardOf(ana, "incident.addUpdate", { id, status: "resolved" })

    expect(resolved.summary).toBe('Resolve "Checkout fails"')
    for (const card of [resolved, updated]) {
      expect(rows(card).Status).toEqual(["Investigating", "Resolved"])
      expect(card.consequences).toEqual(['"Pump" no longer counts as degraded because of it.'])
    }
  })

  it("says who will see a text in the words of the pages, and never in the code's", async () => {
    const { id } = await open([await system("Kiosk")])

    const cards = [
      await cardOf(ana, "incident.create", { title: "T", severity: "minor", systemIds: [await system("Till")] }),
      await cardOf(ana, "incident.addUpdate", { id, message: "News." }),
      await cardOf(ana, "incident.resolve", { id, note: "Over.", visibility: "internal" }),
    ]

    expect(cards.map((card) => rows(card)["Visible to"])).toEqual([
      [null, "Signed-in readers"],
      [null, "Signed-in readers"],
      [null, "Those who work on it"],
    ])
    const change = await cardOf(ana, "incident.update", { id, postmortem: "We learned." })
    expect(rows(change)).toMatchObject({ "Post-mortem": ["", "We learned."] })
  })

  it("that is deleted names what goes with it, and moves when somebody writes an update", async () => {
    const { id } = await open([await system("Gate")], { healthOverride: "degraded", message: "First." })
    await addLink(ana, { id, label: "Call", url: "https://example.com/call" })
    await updateIncident(ana, { id, version: 1, postmortem: "We learned." })
    const before = await cardOf(ana, "incident.delete", { id })

    await addUpdate(ana, { id, message: "Second." })

    expect(before.consequences).toEqual([
      'With it go its update, its link "Call", its post-mortem and its history.',
      '"Gate" no longer counts as degraded because of it.',
    ])
    expect((await cardOf(ana, "incident.delete", { id })).fingerprint).not.toBe(before.fingerprint)
  })

  it("shows the link or the update that goes, and moves when that update is corrected", async () => {
    const { id } = await open([await system("Hall")])
    const link = await addLink(ana, { id, label: "Board", url: "https://example.com/b" })
    const update = await addUpdate(ana, { id, message: "Wrong room.", status: "fixing" })
    const look = () => cardOf(ana, "incident.deleteUpdate", { id, updateId: update.id })

    const removal = await cardOf(ana, "incident.removeLink", { id, linkId: link.id })
    const before = await look()
    await editUpdate(ana, { id, updateId: update.id, version: 1, visibility: "public" })
    const after = await look()

    expect(removal.summary).toBe('Remove the link "Board" from "Checkout fails"')
    expect(rows(removal).Link?.[0]).toBe("Board (https://example.com/b)")
    expect(before.summary).toBe('Delete an update of "Checkout fails" by "Ana"')
    expect(rows(before).Update?.[0]).toBe("Ana: Wrong room.")
    expect(before.consequences).toEqual(["The incident keeps its status, fixing."])
    expect(after.consequences).toContain("Its earlier texts go with it.")
    expect(after.fingerprint).not.toBe(before.fingerprint)
  })

  it("does not move with updates where it shows fields, so that a lively timeline holds nobody up", async () => {
    const { id } = await open([await system("Lively")])
    const before = await cardOf(ana, "incident.update", { id, severity: "minor" })

    await addUpdate(ana, { id, message: "News." })

    expect((await cardOf(ana, "incident.update", { id, severity: "minor" })).fingerprint).toBe(before.fingerprint)
  })
})

describe("previews", () => {
  it("refuse in the words of the verb, as feedback a model can act on", async () => {
    const shop = await system("Refusing")
    const { id } = await open([shop])
    const done = (await open([shop])).id
    await resolveIncident(ana, { id: done, note: "Over." })
    const draft = { title: "X", severity: "minor" as const, systemIds: [NOBODY] }
    const attempts: [() => Promise<unknown>, string, object][] = [
      [() => createIncident(ana, draft), "incident.create", draft],
      [
        () => updateIncident(ana, { id, version: 1, systemIds: [NOBODY] }),
        "incident.update",
        { id, systemIds: [NOBODY] },
      ],
      [() => updateIncident(ana, { id, version: 1 }), "incident.update", { id }],
      [() => resolveIncident(ana, { id: done, note: "More." }), "incident.resolve", { id: done, note: "More." }],
      [() => addUpdate(ana, { id, status: "investigating" }), "incident.addUpdate", { id, status: "investigating" }],
      [() => removeLink(ana, { id, linkId: NOBODY }), "incident.removeLink", { id, linkId: NOBODY }],
      [() => deleteUpdate(ana, { id, updateId: NOBODY }), "incident.deleteUpdate", { id, updateId: NOBODY }],
    ]

    for (const [verb, tool, input] of attempts) {
      const [refused, looked] = [await refusalOf(verb()), await refusalOf(cardOf(ana, tool, input))]
      expect(looked.message).toBe(refused.message)
      expect(looked.name).toBe("ToolValidationError")
    }
  })

  it("answer for an incident out of sight as for one that is gone, and refuse who may only look", async () => {
    const secret = await system("Secret")
    const { id } = await open([secret])
    const vince = await withGrants("vince", { [secret]: "viewer" })
    await hide(secret)
    const input = { id, note: "Over." }

    const hidden = await refusalOf(cardOf(ana, "incident.resolve", input))
    expect(hidden).toMatchObject({
      code: "not_found",
      message: expect.stringContaining("List them with incident.list"),
    })
    expect((await refusalOf(cardOf(ana, "incident.resolve", { id: NOBODY, note: "Over." }))).code).toBe("not_found")
    await expect(cardOf(vince, "incident.resolve", input)).rejects.toMatchObject({ code: "forbidden" })
  })

  it("name no system that the catalog does not show to the one who asks", async () => {
    const { id } = await open([await system("Unseen")], { healthOverride: "degraded" })
    const blind = await asHolderOf("blind", ["incident.incident.manage"])

    const card = await cardOf(blind, "incident.delete", { id })

    expect(card.consequences).toContain("1 system you cannot see no longer counts as degraded because of it.")
    expect(JSON.stringify(card)).not.toContain("Unseen")
  })

  it("move when a system they name was changed", async () => {
    const systemId = await system("Moving")
    const look = (who: Caller) =>
      cardOf(who, "incident.create", { title: "X", severity: "minor", systemIds: [systemId] })
    const before = await look(ana)

    await platform.call(ana, catalogContract.updateSystem, { systemId, version: 1, name: "Moved" })

    expect((await look(ana)).fingerprint).not.toBe(before.fingerprint)
  })
})

function rows({ diff }: Awaited<ReturnType<typeof cardOf>>): Record<string, [unknown, unknown]> {
  return Object.fromEntries(diff.map(({ label, before, after }) => [label, [before, after]]))
}

async function refusalOf(attempt: Promise<unknown>): Promise<Error & { code?: string }> {
  return attempt.then(
    () => expect.unreachable("It was not refused."),
    (thrown) => thrown,
  )
}
