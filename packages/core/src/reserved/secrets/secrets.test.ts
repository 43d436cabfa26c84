import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import type { Ctx } from "../../access/ctx.ts"
import { implement } from "../../access/implement.ts"
import { job } from "../../access/points/job.ts"
import { defineAccess } from "../../contract/access.ts"
import { auditContract } from "../../contract/platform/audit.ts"
import { secretsContract } from "../../contract/platform/secrets.ts"
import { defineContract, procedure } from "../../contract/procedure.ts"
import { definePlugin } from "../../define-plugin.ts"
import { ConflictError } from "../../errors.ts"
import { createLog } from "../../log.ts"
import { knownSecrets, openSecrets } from "../../secrets/open-secrets.ts"
import { openBrowser, setUpAna } from "../session/session.fixture.ts"

const CANARY = 'canary "ü" /Zx81+value'

const leakAccess = defineAccess("leak.thing", { manage: "Try to leak" })
const leakContract = defineContract("leak", {
  refuse: procedure({
    summary: "Fail with a sentence that quotes the secret.",
    effect: "read",
    access: leakAccess.manage,
    input: z.object({}),
    output: z.object({}),
  }),
  crash: procedure({
    summary: "Fail with a fault that quotes the secret.",
    effect: "mutate",
    access: leakAccess.manage,
    input: z.object({}),
    output: z.object({}),
  }),
  record: procedure({
    summary: "Write the secret into the audit log and into a job.",
    effect: "mutate",
    access: leakAccess.manage,
    input: z.object({}),
    output: z.object({}),
  }),
})
const readSecret = async (ctx: Ctx) => (await openSecrets(ctx.tx, ctx.runtime.secrets, ["canary"])).canary!.value
const crash = implement(leakContract.crash, async (ctx) => {
  throw new Error(`POST https://api.example.test/?q=${encodeURIComponent(await readSecret(ctx))} failed`)
})
const crashJob = job("leak.crash", crash)
const leakPlugin = definePlugin({
  id: "leak",
  contract: leakContract,
  access: [leakAccess],
  verbs: {
    crash,
    refuse: implement(leakContract.refuse, async (ctx) => {
      const value = await readSecret(ctx)
      throw new ConflictError(`The other side answered: ${value} is wrong.`, { answer: { echoed: value } })
    }),
    record: implement(leakContract.record, async (ctx) => {
      const value = await readSecret(ctx)
      const basic = Buffer.from(`user:${value}`).toString("base64")
      ctx.audit({
        thing: { id: "1", name: value },
        after: { header: `Basic ${basic}`, deep: [{ value }] },
        note: value,
      })
      await ctx.enqueue(crashJob, {})
      return {}
    }),
  },
  jobs: [crashJob],
})

const lines: string[] = []
const log = createLog({ level: "debug", format: "json", mask: (text) => mask(text), write: (line) => lines.push(line) })
let mask = (text: string) => text
const testing = await testPlatform({ plugins: [leakPlugin], log, role: "all" })
const { platform, database, trail, as } = testing
const { secrets } = (await testing.anonymous()).runtime
mask = secrets.mask
const ana = await setUpAna(testing)
const storedValue = async (name: string) => (await openSecrets(database.direct, secrets, [name]))[name]?.value

describe("secrets", () => {
  it("are listed by name, with who set them and when, and never with their value", async () => {
    const set = await ana.call(secretsContract.setSecret, { name: "smtp.password", value: "first value" })
    await ana.call(secretsContract.setSecret, { name: "smtp.password", value: "second value" })
    await ana.call(secretsContract.setSecret, { name: "api-key", value: "third value" })

    const { body } = await ana.call(secretsContract.listSecrets, {})

    expect(set.body).toEqual({
      name: "smtp.password",
      hosts: [],
      setAt: expect.any(String),
      setBy: { id: expect.any(String), name: "Ana" },
    })
    expect(body.items.map(({ name }) => name)).toEqual(["api-key", "smtp.password"])
    expect((await ana.call(secretsContract.listSecrets, { text: "SMTP" })).body.items).toHaveLength(1)
    expect(await storedValue("smtp.password")).toBe("second value")
    expect(await trail("platform.setSecret")).toMatchObject([
      { thing_type: "platform.secret", thing_id: "smtp.password", before: null, after: { name: "smtp.password" } },
      { thing_id: "smtp.password", before: { name: "smtp.password" } },
      { thing_id: "api-key" },
    ])
  })

  it("page by name and by time", async () => {
    const first = await ana.call(secretsContract.listSecrets, { sort: "setAt", direction: "desc", limit: 1 })
    const next = await ana.call(secretsContract.listSecrets, {
      sort: "setAt",
      direction: "desc",
      limit: 1,
      after: first.body.nextCursor!,
    })

    expect([first, next].map(({ body }) => body.items[0]?.name)).toEqual(["api-key", "smtp.password"])
  })

  it("are deleted once", async () => {
    expect((await ana.call(secretsContract.deleteSecret, { name: "api-key" })).status).toBe(200)

    const again = await ana.call(secretsContract.deleteSecret, { name: "api-key" })

    expect(again.body.message).toBe('There is no secret called "api-key". It may have been deleted already.')
    expect((await trail("platform.deleteSecret")).at(-1)).toMatchObject({ thing_id: "api-key", after: null })
  })

  it("are the administrator's alone", async () => {
    const oli = await as("oli", "operator")

    await expect(platform.call(oli, secretsContract.listSecrets, {})).rejects.toThrow("platform.secret.read")
    await expect(platform.call(oli, secretsContract.setSecret, { name: "x", value: "y" })).rejects.toThrow(
      "platform.secret.manage",
    )
  })

  it("have names that can be written into settings and scripts", async () => {
    const { body } = await ana.call(secretsContract.setSecret, { name: "My Secret", value: "x" })

    expect(body.issues).toEqual([{ path: "name", message: expect.stringContaining("a letter first") }])
  })
})

describe("where a secret may go", () => {
  const set = (input: object) => ana.call(secretsContract.setSecret, input as never)
  const setHosts = (input: object) => ana.call(secretsContract.setSecretHosts, input as never)

  it("is nowhere until somebody says, is kept when the value is replaced, and changes without the value", async () => {
    const created = await set({ name: "STATUS_TOKEN", value: "first value" })
    const said = await setHosts({
      name: "STATUS_TOKEN",
      hosts: [" API.example.com ", "*.example.org", "*.example.org"],
    })
    const replaced = await set({ name: "STATUS_TOKEN", value: "second value" })
    const elsewhere = await set({ name: "STATUS_TOKEN", value: "third value", hosts: ["::0001", "10.0.0.7"] })

    const hosts = [created, said, replaced, elsewhere].map(({ body }) => body.hosts)
    const both = ["api.example.com", "*.example.org"]
    expect(hosts).toEqual([[], both, both, ["::1", "10.0.0.7"]])
    expect(await storedValue("STATUS_TOKEN")).toBe("third value")
    expect(await trail("platform.setSecretHosts")).toMatchObject([
      { thing_id: "STATUS_TOKEN", before: { hosts: [] }, after: { hosts: both } },
    ])
    expect((await ana.call(secretsContract.listSecrets, { text: "status" })).body.items).toMatchObject([
      { name: "STATUS_TOKEN", hosts: ["::1", "10.0.0.7"] },
    ])
  })

  it.each([
    ["https://api.example.com", "Takes a host such as api.example.com"],
    ["api.example.com:443", "Takes a host such as"],
    ["*", "Takes a host such as"],
    ["api.*.com", "Takes a host such as"],
    ["10.0.0.0/8", "Takes a host such as"],
    ["300.1.1.1", "Takes a host such as"],
    ["*.com", "*.com is too wide: name a domain below it, such as *.example.com."],
    ["", "Takes a host such as"],
  ])("is a host that somebody knows: %s is refused in words", async (host, words) => {
    const { status, body } = await setHosts({ name: "STATUS_TOKEN", hosts: [host] })

    expect(status).toBe(400)
    expect(body.issues).toEqual([{ path: "hosts.0", message: expect.stringContaining(words) }])
  })

  it("is changed for a secret that is there", async () => {
    const { body } = await setHosts({ name: "gone", hosts: [] })

    expect(body.message).toBe('There is no secret called "gone". It may have been deleted already.')
  })
})

describe("the name of a secret", () => {
  it("is one in upper and lower case, spelled as it was first, and asked for in either", async () => {
    await ana.call(secretsContract.setSecret, { name: "Mail_Password", value: "first value", hosts: ["a.example"] })
    const again = await ana.call(secretsContract.setSecret, { name: "MAIL_PASSWORD", value: "second value" })

    const opened = await openSecrets(database.direct, secrets, [
      "MAIL_PASSWORD",
      "mail_password",
      "none",
      "constructor",
    ])
    const known = await knownSecrets(database.direct, ["MAIL_PASSWORD", "none"])

    expect(again.body).toMatchObject({ name: "Mail_Password", hosts: ["a.example"] })
    const both = { value: "second value", hosts: ["a.example"] }
    expect(opened).toEqual({ MAIL_PASSWORD: both, mail_password: both })
    expect(known).toEqual({ MAIL_PASSWORD: { hosts: ["a.example"] } })
    expect(await ana.call(secretsContract.deleteSecret, { name: "mail_password" })).toMatchObject({
      status: 200,
      body: { name: "Mail_Password" },
    })
  })

  it("goes to one of two who store it at once in two spellings", async () => {
    const spellings = ["RACE_TOKEN", "race_token", "Race_Token", "RACE_token"]

    const answers = await Promise.all(
      spellings.map((name) => ana.call(secretsContract.setSecret, { name, value: `value of ${name}` })),
    )

    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    const { items } = (await ana.call(secretsContract.listSecrets, { text: "race_token" })).body
    expect(items).toHaveLength(1)
    expect(await storedValue("race_token")).toMatch(/^value of race_token$/i)
  })
})

describe("a secret's value", () => {
  it("appears in no response, no line of the log and no table, whatever fails around it", async () => {
    const answers: unknown[] = [await ana.call(secretsContract.setSecret, { name: "canary", value: CANARY })]
    answers.push(await ana.call(secretsContract.listSecrets, {}))
    answers.push(await ana.call(leakContract.refuse, {}))
    answers.push(await ana.call(leakContract.crash, {}))
    answers.push(await ana.call(leakContract.record, {}))
    // A mistake that quotes its input.
    answers.push(await ana.call(secretsContract.setSecret, { name: CANARY, value: CANARY } as never))
    answers.push(await openBrowser(platform).call(secretsContract.setSecret, { name: "canary", value: CANARY }))
    answers.push(await ana.call(auditContract.exportAudit, {}))
    await jobHasFailed()

    expect(answers.map((answer) => (answer as { status: number }).status)).toEqual([
      200, 200, 409, 500, 200, 400, 401, 200,
    ])
    expectNoCanary("a response", JSON.stringify(answers))
    expectNoCanary("the log", lines.join(""))
    expect(lines.join("")).toContain("The job leak.crash failed")
    for (const [place, text] of await everythingStored()) expectNoCanary(place, text)
    expect(await storedValue("canary")).toBe(CANARY)
  })

  async function jobHasFailed(): Promise<void> {
    const failed = "SELECT 1 FROM pgboss.job WHERE name = 'leak.crash' AND output IS NOT NULL"
    await expect.poll(async () => (await database.pool.query(failed)).rowCount).toBe(1)
  }
})

function expectNoCanary(place: string, text: string): void {
  const inJson = JSON.stringify(CANARY).slice(1, -1)
  const forms = [CANARY, inJson, JSON.stringify(inJson).slice(1, -1), encodeURIComponent(CANARY), "Zx81"]
  const hex = Buffer.from(CANARY).toString("hex")
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), Buffer.from(CANARY)])
      .toString("base64")
      .slice(offset && offset + 1, 20),
  )
  for (const form of [...forms, hex, ...base64]) expect(text.includes(form), `${place} holds ${form}`).toBe(false)
}

/** Every column of every table that can hold text, as text. */
async function everythingStored(): Promise<[string, string][]> {
  const { rows } = await database.pool.query<{ schema: string; table: string; column: string; type: string }>(`
    SELECT n.nspname AS schema, c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'm') AND a.attnum > 0 AND NOT a.attisdropped
      AND n.nspname NOT IN ('pg_catalog', 'information_schema')`)
  const texts = rows.filter(({ type }) => /^(text|character|json|jsonb|bytea|uuid|xml)|\[\]$/.test(type))
  expect(new Set(texts.map(({ schema }) => schema))).toEqual(new Set(["platform", "pgboss"]))
  return await Promise.all(
    texts.map(async ({ schema, table, column }): Promise<[string, string]> => {
      const { rows: values } = await database.pool.query(
        `SELECT coalesce(string_agg("${column}"::text, ' '), '') AS text FROM "${schema}"."${table}"`,
      )
      return [`${schema}.${table}.${column}`, values[0].text]
    }),
  )
}
