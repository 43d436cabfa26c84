import { randomUUID } from "node:crypto"
import { catalogContract } from "@countersign/catalog/contract"
import { catalogPlugin } from "@countersign/catalog/server"
import { incidentPlugin } from "@countersign/incident/server"
import { personId, testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { aiContract } from "../../contract.ts"
import { aiPlugin } from "../../server.ts"

const { platform, database, as, asHolderOf, grant, makePrivate, trail, anonymous } = await testPlatform({
  plugins: [catalogPlugin, incidentPlugin, aiPlugin],
})
for (const name of ["ana", "ben", "root", "vera"])
  await database.pool.query(
    "INSERT INTO platform.person (id, name, email) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email",
    [personId(name), name, `${name}@example.test`],
  )
const [ana, ben, root, vera] = [
  await as("ana"),
  await as("ben"),
  await as("root", "administrator"),
  await as("vera", "viewer"),
]
const { proposeTool, applyTool, declineTool, signProposal, describeProposal, listProposals, countProposals } =
  aiContract

const create = (caller = ana, name: string = randomUUID()) =>
  platform.call(caller, proposeTool, { toolName: "catalog.createSystem", input: { name } })
const asBot = async (rules = ["catalog.system.manage", "catalog.system.read"]) => {
  const { rows } = await database.pool.query(
    "INSERT INTO platform.application (name, rules) VALUES (gen_random_uuid()::text, $1) RETURNING id, name",
    [rules],
  )
  const held = { rules: platform.registry.expand(rules), teamIds: [], grants: new Map() }
  return platform.caller({ kind: "application", id: rows[0].id, name: rows[0].name, ...held }, "http")
}

describe("readProposalInput", () => {
  const { readProposalInput } = aiContract

  it("hands out what was asked, with the control that each field takes, in the words of the card", async () => {
    const system = await platform.call(root, catalogContract.createSystem, { name: randomUUID() })
    const input = { title: "Search is slow", severity: "minor", systemIds: [system.id] }
    const { proposalId } = await platform.call(ana, proposeTool, { toolName: "incident.create", input })

    const read = await platform.call(ana, readProposalInput, { proposalId })

    expect(read).toMatchObject({ toolName: "incident.create", input })
    expect(read.fields).toEqual(
      expect.arrayContaining([
        { name: "title", label: "Title", shape: { kind: "text" }, isTarget: false },
        { name: "systemIds", label: "Systems", shape: { kind: "things", type: "catalog.system" }, isTarget: false },
        {
          name: "severity",
          label: "Severity",
          shape: {
            kind: "choice",
            choices: [
              { value: "minor", label: "Minor" },
              { value: "major", label: "Major" },
              { value: "critical", label: "Critical" },
            ],
          },
          isTarget: false,
        },
      ]),
    )
  })

  it("tells the thing it is about from those it refers to, and rows from texts", async () => {
    const system = await platform.call(root, catalogContract.createSystem, { name: randomUUID() })
    const { proposalId } = await platform.call(ana, proposeTool, {
      toolName: "catalog.updateSystem",
      input: { systemId: system.id, tags: ["money"] },
    })
    const { input, fields } = await platform.call(ana, readProposalInput, { proposalId })
    const shapes = Object.fromEntries(fields.map(({ name, shape, isTarget }) => [name, { kind: shape.kind, isTarget }]))

    expect(input).toEqual({ systemId: system.id, tags: ["money"] })
    expect(shapes).toMatchObject({
      systemId: { kind: "thing", isTarget: true },
      ownerTeamId: { kind: "thing", isTarget: false },
      tags: { kind: "texts" },
      links: { kind: "rows" },
      contacts: { kind: "rows" },
      metadata: { kind: "pairs" },
    })
    expect(shapes).not.toHaveProperty("version")
  })

  it("is for whoever asked, while it waits", async () => {
    const { proposalId, token } = await create()
    for (const other of [ben, root])
      await expect(platform.call(other, readProposalInput, { proposalId })).rejects.toMatchObject({ code: "not_found" })
    await platform.call(ana, declineTool, { token: token! })
    await expect(platform.call(ana, readProposalInput, { proposalId })).rejects.toMatchObject({ code: "conflict" })
  })
})

describe("proposeTool and applyTool", () => {
  it("propose and carry out a change with the token, and keep it from everyone else", async () => {
    const receipt = await create(ana, "Checkout")
    expect(receipt).toMatchObject({ status: "awaiting_signature", token: expect.stringMatching(/^propose:/) })
    await expect(platform.call(ben, applyTool, { token: receipt.token! })).rejects.toMatchObject({ status: 403 })
    const { result } = await platform.call(ana, applyTool, { token: receipt.token! })
    expect(result).toMatchObject({ name: "Checkout" })
    expect(await platform.call(ana, describeProposal, { proposalId: receipt.proposalId })).toMatchObject({
      status: "applied",
      signedBy: { name: "Ana" },
    })
  })

  it("answer 400 for a token that is none, 409 for one that is declined", async () => {
    await expect(platform.call(ana, applyTool, { token: "propose:x" })).rejects.toMatchObject({ status: 400 })
    const { token } = await create()
    await platform.call(ana, declineTool, { token: token!, reason: "Wrong name." })
    await expect(platform.call(ana, applyTool, { token: token! })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining("Wrong name."),
    })
  })

  it("give an application no token, unless an administrator trusts it to confirm", async () => {
    const bot = await asBot()
    expect((await create(bot)).token).toBeNull()
    const trusted = { ...bot, principal: { ...bot.principal, confirms: true } as typeof bot.principal }
    expect((await create(trusted)).token).not.toBeNull()
    const system = await platform.call(root, catalogContract.createSystem, { name: randomUUID() })
    const destructive = await platform.call(trusted, proposeTool, {
      toolName: "catalog.deleteSystem",
      input: { systemId: system.id },
    })
    expect(destructive.token).toBeNull()
  })

  it("say what a proposal follows from: an edit, the undo of a change, or nothing", async () => {
    const memory = (text: string, more = {}) =>
      platform.call(root, proposeTool, { toolName: "ai.saveMemory", input: { text }, ...more })
    const sequelOf = async (proposalId: string) => {
      const { edited, undoes } = await platform.call(root, describeProposal, { proposalId })
      return { edited, undoes }
    }
    const first = await memory("Releases go out on Tuesdays.")
    const second = await memory("Releases go out on Mondays.", { replaces: first.proposalId })
    expect(await sequelOf(first.proposalId)).toEqual({ edited: false, undoes: null })
    expect(await sequelOf(second.proposalId)).toEqual({ edited: true, undoes: null })

    const { result } = await platform.call(root, applyTool, { token: second.token! })
    const memoryId = (result as { id: string }).id
    const forget = (more: object) => ({
      toolName: "ai.deleteMemory",
      input: { memoryId },
      ...more,
    })
    const undo = await platform.call(root, proposeTool, forget({ undoes: second.proposalId }))
    expect(await sequelOf(undo.proposalId)).toEqual({
      edited: false,
      undoes: 'Remember "Releases go out on Mondays."',
    })
    // Renewed because the note has moved: still the undo, and nobody edited it.
    await platform.call(root, aiContract.updateMemory, { memoryId, version: 1, alwaysInject: true })
    const moved = await platform.call(root, applyTool, { token: undo.token! }).catch((error) => error)
    expect(moved).toMatchObject({ status: 409 })
    expect(await sequelOf(moved.current.proposal.proposalId)).toEqual(await sequelOf(undo.proposalId))
    // A claim that the applied proposal does not bear out is not repeated on the card.
    const claimed = await platform.call(root, proposeTool, forget({ undoes: first.proposalId }))
    expect(await sequelOf(claimed.proposalId)).toEqual({ edited: false, undoes: null })
  })

  it("refuse to propose a read, which has nothing to sign", async () => {
    await expect(platform.call(ana, proposeTool, { toolName: "catalog.listSystems", input: {} })).rejects.toMatchObject(
      { status: 400, message: expect.stringContaining("only reads") },
    )
  })
})

describe("what was proposed or called under an Idempotency-Key", () => {
  const keyed = { ...ana, idempotencyKey: randomUUID() }

  it("is found again by its id, and nothing is said of a key that there never was", async () => {
    const asked = { toolName: "catalog.createSystem", input: { name: randomUUID() } }
    const { proposalId } = await platform.call(keyed, proposeTool, asked)
    const called = await platform.call(keyed, aiContract.callTool, asked)
    const again = (verb: typeof proposeTool | typeof aiContract.callTool) =>
      platform.call(keyed, verb, asked).catch((error) => error as Error & { code: string })

    expect(await again(proposeTool)).toMatchObject({
      code: "already_done",
      message: `This was proposed the first time it was sent, as ${proposalId}. Its token was told once; the Signatures page tells what became of it, and it can be signed there while it waits.`,
    })
    expect(await again(aiContract.callTool)).toMatchObject({
      code: "already_done",
      message: expect.stringContaining(`called the first time it was sent, as ${called.toolCallId}, and`),
    })
  })
})

describe("a proposal that failed", () => {
  it("says why on its card without naming a verb or a tool", async () => {
    const { id: groupId } = await platform.call(root, catalogContract.createGroup, { name: randomUUID() })
    const input = { groupId, description: "Later." }
    const { proposalId } = await platform.call(root, proposeTool, { toolName: "catalog.updateGroup", input })
    await platform.call(root, catalogContract.deleteGroup, { groupId })

    const refused = platform.call(root, signProposal, { proposalId, kind: "apply" })
    await expect(refused).rejects.toThrow("catalog.listGroups")
    const { status, problem } = await platform.call(root, describeProposal, { proposalId })
    expect(status).toBe("failed")
    expect(problem).toBe(`The group ${groupId} does not exist.`)
  })
})

describe("a proposal whose summary quotes a name", () => {
  it("is named in marks of another kind, whatever became of it", async () => {
    const system = await platform.call(root, catalogContract.createSystem, { name: randomUUID() })
    const summary = `Delete the system "${system.name}"`
    const propose = (replaces?: string) =>
      platform.call(root, proposeTool, { toolName: "catalog.deleteSystem", input: { systemId: system.id }, replaces })
    const said = (asked: Promise<unknown>) => asked.then(String, (error: Error) => error.message)
    const first = await propose()
    const second = await propose(first.proposalId)
    const foreign = await said(platform.call(ana, applyTool, { token: second.token! }))
    const replaced = await said(platform.call(root, applyTool, { token: first.token! }))
    const replacedAgain = await said(propose(first.proposalId))
    await platform.call(root, declineTool, { token: second.token!, reason: "Not today." })
    const declined = await said(platform.call(root, applyTool, { token: second.token! }))

    expect([foreign, replaced, replacedAgain, declined]).toEqual([
      `The token of “${summary}” belongs to Root. Only who proposed it can use it.`,
      `“${summary}” was replaced by a newer proposal.`,
      expect.stringMatching(new RegExp(`^The proposal “${summary}” is superseded already`)),
      `“${summary}” was declined: Not today.`,
    ])
  })
})

describe("callTool", () => {
  it("runs a read and proposes a change", async () => {
    const read = await platform.call(ana, aiContract.callTool, { toolName: "catalog.listSystems", input: {} })
    expect(read).toMatchObject({ status: "executed", result: { items: expect.any(Array) } })
    const change = await platform.call(ana, aiContract.callTool, {
      toolName: "catalog.createSystem",
      input: { name: randomUUID() },
    })
    expect(change).toMatchObject({ status: "awaiting_signature" })
  })

  it("is for those who signed in", async () => {
    const nobody = await anonymous()
    await expect(
      platform.call(nobody, aiContract.callTool, { toolName: "catalog.listSystems", input: {} }),
    ).rejects.toMatchObject({ status: 401 })
  })
})

describe("the boxes", () => {
  it("show to each what waits for them, and what they asked for", async () => {
    const mine = await create(ana)
    const bots = await create(await asBot())
    const boxOf = async (caller: typeof ana, box: "mine" | "asked" | "all") =>
      (await platform.call(caller, listProposals, { box, limit: 200 })).items.map(({ id }) => id)

    expect(await boxOf(ana, "mine")).toEqual(expect.arrayContaining([mine.proposalId, bots.proposalId]))
    expect(await boxOf(ben, "mine")).toContain(bots.proposalId)
    expect(await boxOf(ben, "mine")).not.toContain(mine.proposalId)
    expect(await boxOf(vera, "mine")).toEqual([])
    expect(await boxOf(ana, "asked")).toContain(mine.proposalId)
    expect(await boxOf(vera, "all")).toEqual([])
    expect(await boxOf(root, "all")).toEqual(expect.arrayContaining([mine.proposalId, bots.proposalId]))
    const { waiting } = await platform.call(ana, countProposals, {})
    expect(waiting).toBe((await boxOf(ana, "mine")).length)
  })

  it("page without losing or doubling any", async () => {
    for (let count = 0; count < 5; count++) await create(ana)
    const first = await platform.call(ana, listProposals, { box: "asked", limit: 3 })
    const second = await platform.call(ana, listProposals, { box: "asked", limit: 3, after: first.nextCursor! })
    const ids = [...first.items, ...second.items].map(({ id }) => id)
    expect(new Set(ids).size).toBe(6)
  })

  it("hide a card that names a private thing from those who may not see it", async () => {
    const system = await platform.call(root, catalogContract.createSystem, { name: "Hidden treasure" })
    const group = await platform.call(root, catalogContract.createGroup, { name: randomUUID() })
    const bot = await asBot(["catalog.system.manage", "catalog.system.read", "catalog.group.read"])
    const { proposalId } = await platform.call(bot, proposeTool, {
      toolName: "catalog.addSystemToGroup",
      input: { groupId: group.id, systemIds: [system.id] },
    })
    expect(await platform.call(ben, describeProposal, { proposalId })).toMatchObject({ maySign: true })
    await makePrivate("catalog.system", system.id)
    await expect(platform.call(ben, describeProposal, { proposalId })).rejects.toMatchObject({ status: 404 })
    expect(JSON.stringify(await platform.call(ben, listProposals, { box: "mine", limit: 200 }))).not.toContain(
      "Hidden treasure",
    )
  })
})

describe("signProposal", () => {
  it("is by a person only, and tells who may not why", async () => {
    const { proposalId } = await create(await asBot())
    const auditor = await asHolderOf("aud", ["ai.proposal.read", "catalog.system.read"])
    await expect(platform.call(await asBot(), signProposal, { proposalId, kind: "apply" })).rejects.toMatchObject({
      status: 403,
    })
    await expect(platform.call(auditor, signProposal, { proposalId, kind: "apply" })).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining("catalog.system.manage"),
    })
    const { proposal, result } = await platform.call(ben, signProposal, { proposalId, kind: "apply" })
    expect(proposal).toMatchObject({ status: "applied", signedBy: { name: "Ben" } })
    expect(result).toMatchObject({ id: expect.any(String) })
  })

  it("tells of one that its reader may not see as of one that never was, whatever became of it", async () => {
    const { id } = await platform.call(root, catalogContract.createSystem, { name: "Secret treasure" })
    await makePrivate("catalog.system", id)
    await grant("gus", "owner", "catalog.system", id)
    const gus = await as("gus", "viewer")
    const rename = () =>
      platform.call(gus, proposeTool, { toolName: "catalog.updateSystem", input: { systemId: id, name: randomUUID() } })
    const [waiting, applied, declined] = [await rename(), await rename(), await rename()]
    await platform.call(gus, signProposal, {
      proposalId: declined.proposalId,
      kind: "decline",
      reason: "Falcon is secret",
    })
    await platform.call(gus, signProposal, { proposalId: applied.proposalId, kind: "apply" })

    for (const { proposalId } of [waiting, applied, declined, { proposalId: randomUUID() }])
      for (const kind of ["apply", "decline"] as const)
        await expect(platform.call(vera, signProposal, { proposalId, kind })).rejects.toMatchObject({
          status: 404,
          message: `There is no proposal ${proposalId}, or it is not yours to see.`,
        })
  })

  it("declines with a reason that the card keeps", async () => {
    const { proposalId } = await create(await asBot())
    const { proposal } = await platform.call(ana, signProposal, { proposalId, kind: "decline", reason: "Not today." })
    expect(proposal).toMatchObject({ status: "declined", decisionNote: "Not today.", maySign: false })
    expect((await trail("catalog.createSystem")).at(-1)).toMatchObject({ outcome: "declined", note: "Not today." })
  })
})

describe("policies", () => {
  it("make a second person sign, per tool or per rule, and refuse subjects that do not exist", async () => {
    const { setPolicy, removePolicy, listPolicies } = aiContract
    await expect(
      platform.call(root, setPolicy, { subject: "tool:catalog.explode", twoPerson: true }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(platform.call(ana, setPolicy, { subject: "tool:catalog.createSystem" })).rejects.toMatchObject({
      status: 403,
    })
    const policy = await platform.call(root, setPolicy, { subject: "rule:catalog.system.manage", twoPerson: true })
    const receipt = await create(ana)
    expect(receipt).toMatchObject({ token: null })
    expect(receipt.reasons.at(-1)).toContain("other than Ana")
    await expect(
      platform.call(ana, signProposal, { proposalId: receipt.proposalId, kind: "apply" }),
    ).rejects.toMatchObject({ status: 403 })
    await platform.call(ben, signProposal, { proposalId: receipt.proposalId, kind: "apply" })
    await expect(
      platform.call(root, setPolicy, { subject: policy.subject, twoPerson: false, version: policy.version + 1 }),
    ).rejects.toMatchObject({ status: 409 })
    await platform.call(root, removePolicy, { subject: policy.subject })
    expect((await platform.call(root, listPolicies, {})).policies).toEqual([])
  })

  it("switch a tool off for everyone", async () => {
    await platform.call(root, aiContract.setPolicy, { subject: "tool:catalog.createGroup", off: true })
    await expect(
      platform.call(root, proposeTool, { toolName: "catalog.createGroup", input: { name: "x" } }),
    ).rejects.toMatchObject({ status: 403, message: "An administrator has switched this tool off." })
  })
})

describe("listTools", () => {
  it("tells what the caller is offered, what each needs, who may use it and when it was used", async () => {
    await platform.call(ana, aiContract.callTool, { toolName: "catalog.listSystems", input: {} })
    const { tools } = await platform.call(root, aiContract.listTools, {})
    expect(tools.find(({ name }) => name === "catalog.listSystems")).toMatchObject({
      effect: "read",
      requiredAccessRules: ["catalog.system.read"],
      lastUsedAt: expect.any(String),
      roles: expect.arrayContaining([expect.objectContaining({ id: "viewer" })]),
    })
    const manager = await asHolderOf("mia", ["ai.tools.manage"])
    const own = (await platform.call(manager, aiContract.listTools, {})).tools.map(({ name }) => name)
    expect(own).not.toContain("catalog.listSystems")
    expect((await platform.call(manager, aiContract.listTools, { all: true })).tools.length).toBe(tools.length)
  })
})

describe("reconcileProposal", () => {
  it("settles what is not known, by somebody who may, and nothing else", async () => {
    const { proposalId } = await create(ana)
    const settle = (caller: typeof ana) =>
      platform.call(caller, aiContract.reconcileProposal, { proposalId, outcome: "failed", note: "Looked: not there." })
    await expect(settle(ana)).rejects.toMatchObject({ status: 409 })
    await database.pool.query("UPDATE platform.tool_call SET status = 'unknown' WHERE id = $1", [proposalId])
    await expect(settle(vera)).rejects.toMatchObject({ status: 403 })
    expect(await settle(ana)).toMatchObject({ status: "failed", decisionNote: "Looked: not there." })
  })
})

describe("settings", () => {
  it("bound the calls of a minute for everyone", async () => {
    const settings = await platform.call(root, aiContract.getSettings, {})
    await platform.call(root, aiContract.updateSettings, { callsPerMinute: 1, version: settings.version })
    const zed = await as("zed")
    const call = () => platform.call(zed, aiContract.callTool, { toolName: "ai.listDocs", input: {} })
    await call()
    await expect(call()).rejects.toMatchObject({ status: 429, retryAfterSeconds: expect.any(Number) })
  })
})
