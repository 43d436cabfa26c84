import { randomUUID } from "node:crypto"
import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import type { Ctx } from "../access/ctx.ts"
import { placeOf, putSecret, readPluginSettings } from "../access/points/plugin-settings-store.ts"
import { addConnection, findConnection } from "../connections/connection-store.ts"
import { openConnection } from "../connections/open-connection.ts"
import { defineSettings, secretField } from "../contract/plugin-settings.ts"
import { addProvider, findProvider } from "../identity/oidc/oidc-provider-store.ts"
import { newBackupCodes } from "../identity/sign-in/backup-codes.ts"
import { newTotpSecret, totpCode } from "../identity/sign-in/totp.ts"
import { beginTwoFactor, readTwoFactor, turnTwoFactorOn } from "../identity/sign-in/two-factor-store.ts"
import { readMailSettings } from "../mail/mail-settings-store.ts"
import { openJson, sealJson } from "../proposals/proposal-store.ts"
import { clientOf } from "../reserved/oidc/client-of.ts"
import { addPerson } from "../reserved/people/people.fixture.ts"
import { sealedColumnsOf } from "../reserved/secrets/rotate-secrets.ts"
import { proveSecondFactor, sealBackupCodes } from "../reserved/session/second-factor/second-factor-proof.ts"
import { openSecrets } from "./open-secrets.ts"
import * as columns from "./sealed-columns.ts"
import { storeSecret } from "./secret-store.ts"

const testing = await testPlatform({ plugins: [] })
const { database } = testing
const { pool, direct } = database
const root = await testing.as("root", "administrator")
const { secrets } = root.runtime
const now = new Date("2026-03-01T10:00:00Z")
const ctx = { ...root, runtime: { ...root.runtime, now: () => now }, tx: direct } as unknown as Ctx

/** How the product fills each column, and how it reads it again: throws for what does not open. Makes a row each time. */
interface Use {
  fill(): Promise<string>
  read(row: string): Promise<unknown>
}
const totp = new Map<string, { secret: string; codes: string[] }>()

async function personWithTwoFactor(): Promise<string> {
  const id = await addPerson(database, `person-${randomUUID()}`)
  const own = { secret: newTotpSecret(), codes: newBackupCodes() }
  totp.set(id, own)
  await beginTwoFactor(direct, id, secrets.seal(own.secret, columns.TOTP_SECRET.at(id)))
  await turnTwoFactorOn(direct, id, sealBackupCodes(ctx, id, own.codes))
  return id
}

async function toolCall(): Promise<string> {
  const { rows } = await pool.query(
    `INSERT INTO platform.tool_call (tool, effect, transport, correlation_id, principal_kind, principal_id,
       principal_name, budget_holder, args_mac, args_key)
     VALUES ('shelf.rename', 'mutate', 'http', $1, 'user', $1, 'Ana', $1, 'mac', 'key') RETURNING id`,
    [randomUUID()],
  )
  const { id } = rows[0]
  const payload = sealJson(secrets.keyring, { of: "payload" }, columns.PROPOSAL_PAYLOAD.at(id))
  const result = sealJson(secrets.keyring, { of: "result" }, columns.PROPOSAL_RESULT.at(id))
  await pool.query("UPDATE platform.tool_call SET payload = $2, result = $3 WHERE id = $1", [id, payload, result])
  return id
}

const cell = async (table: string, column: string, key: string, row: string): Promise<string> =>
  (await pool.query(`SELECT ${column} AS sealed FROM ${table} WHERE ${key}::text = $1`, [row])).rows[0].sealed

const USES: Record<string, Use> = {
  "platform.secret.sealed": {
    async fill() {
      const name = `name-${randomUUID()}`
      await storeSecret(direct, {
        name,
        sealed: secrets.seal("value", columns.STORED_SECRET.at(name)),
        hosts: [],
        by: root.principal,
      })
      return name
    },
    read: async (name) => (await openSecrets(direct, secrets, [name]))[name]?.value,
  },
  "platform.setting_secret.sealed": {
    async fill() {
      const plugin = `plugin-${randomUUID()}`
      await putSecret(direct, plugin, "token", secrets.seal("value", placeOf(plugin, "token")))
      return `${plugin}.token`
    },
    async read(row) {
      const [plugin = ""] = row.split(".")
      const settings = defineSettings(plugin, "Any", z.object({ token: secretField("A token") }))
      return (await readPluginSettings(direct, secrets, settings)).token
    },
  },
  "platform.connection.sealed_key": {
    async fill() {
      const id = randomUUID()
      await addConnection(direct, {
        id,
        driver: "anthropic",
        label: id,
        baseUrl: null,
        settings: {},
        sealedKey: secrets.seal("sk-ant-a-key", columns.CONNECTION_KEY.at(id)),
        defaultModel: "claude-opus-4-8",
        availableModels: [],
        models: null,
        contextWindowTokens: null,
        modelFamily: "anthropic",
        spendCap: null,
        disableTopicalClassifier: false,
        roles: [],
      })
      return id
    },
    read: async (id) => openConnection(root.runtime, (await findConnection(direct, id))!).llm.apiKey,
  },
  "platform.oidc_provider.client_secret": {
    async fill() {
      const id = randomUUID()
      const sealedClientSecret = secrets.seal("a client's secret", columns.OIDC_CLIENT_SECRET.at(id))
      const draft = {
        issuer: "https://id.example.test",
        clientId: "c",
        newPeople: "off",
        emailDomains: [],
        roles: [],
      } as const
      await addProvider(direct, { ...draft, id, name: id, sealedClientSecret })
      return id
    },
    read: async (id) => clientOf(ctx, (await findProvider(direct, id))!).clientSecret,
  },
  "platform.two_factor.secret": {
    fill: personWithTwoFactor,
    read: async (id) =>
      proveSecondFactor(ctx, id, (await readTwoFactor(direct, id))!, totpCode(totp.get(id)!.secret, now)),
  },
  "platform.two_factor.backup_codes": {
    fill: personWithTwoFactor,
    read: async (id) => proveSecondFactor(ctx, id, (await readTwoFactor(direct, id))!, totp.get(id)!.codes[0]!),
  },
  "platform.bridge_request.answer": {
    async fill() {
      const id = randomUUID()
      await pool.query(
        `INSERT INTO platform.bridge_request (id, conversation_id, turn_id, tool, number, deadline, answer)
         VALUES ($1, $1, $1, 'window.look', 1, now(), $2)`,
        [id, sealJson(secrets.keyring, { result: "seen" }, columns.TAB_ANSWER.at(id))],
      )
      return id
    },
    read: async (id) =>
      openJson(secrets.keyring, await cell("platform.bridge_request", "answer", "id", id), columns.TAB_ANSWER.at(id)),
  },
  "platform.tool_call.payload": {
    fill: toolCall,
    read: async (id) =>
      openJson(secrets.keyring, await cell("platform.tool_call", "payload", "id", id), columns.PROPOSAL_PAYLOAD.at(id)),
  },
  "platform.tool_call.result": {
    fill: toolCall,
    read: async (id) =>
      openJson(secrets.keyring, await cell("platform.tool_call", "result", "id", id), columns.PROPOSAL_RESULT.at(id)),
  },
  "platform.idempotency.answer": {
    async fill() {
      const claim = ["user root", "shelf.add", randomUUID()]
      const place = columns.KEPT_ANSWER.at(claim.join(" "))
      await pool.query(
        `INSERT INTO platform.idempotency (principal, verb, key, key_id, input_mac, answer)
         VALUES ($1, $2, $3, 'key', 'mac', $4)`,
        [...claim, sealJson(secrets.keyring, { of: "answer" }, place)],
      )
      return claim.join(" ")
    },
    read: async (claim) =>
      openJson(
        secrets.keyring,
        await cell("platform.idempotency", "answer", "claim", claim),
        columns.KEPT_ANSWER.at(claim),
      ),
  },
  "platform.mail_settings.password": {
    async fill() {
      const sealed = secrets.seal("the mail server's", columns.MAIL_PASSWORD)
      await pool.query("UPDATE platform.mail_settings SET password = $1", [sealed])
      return "true"
    },
    read: async () => secrets.open((await readMailSettings(direct)).sealedPassword!, columns.MAIL_PASSWORD),
  },
}

const registered = sealedColumnsOf([])
const nameOf = ({ table, column }: { table: string; column: string }) => `${table}.${column}`

describe("sealed values", () => {
  it("are in a column that this suite fills and reads, each one that is registered", () => {
    expect(Object.keys(USES).sort()).toEqual(registered.map(nameOf).sort())
    const made = Object.values(columns).filter((one) => typeof one === "object" && "key" in one)
    for (const column of made) expect(registered).toContain(column)
    expect(made.length).toBeGreaterThan(5)
  })

  it.each(registered.map((column) => [nameOf(column), column] as const))(
    "copied into %s from any other row or column do not open",
    async (name, target) => {
      const use = USES[name]!
      const row = await use.fill()
      expect(await use.read(row)).toBeTruthy()
      const own = await cell(target.table, target.column, target.key, row)
      let copies = 0
      for (const source of registered) {
        const other = await USES[nameOf(source)]!.fill()
        if (nameOf(source) === name && other === row) continue
        const foreign = await cell(source.table, source.column, source.key, other)
        await pool.query(`UPDATE ${target.table} SET ${target.column} = $1 WHERE ${target.key}::text = $2`, [
          foreign,
          row,
        ])
        await expect(use.read(row), nameOf(source)).rejects.toThrow(/its seal is broken|cannot be opened/)
        copies++
      }

      expect(copies).toBeGreaterThanOrEqual(registered.length - 1)
      await pool.query(`UPDATE ${target.table} SET ${target.column} = $1 WHERE ${target.key}::text = $2`, [own, row])
      expect(await use.read(row)).toBeTruthy()
    },
  )

  it("lie in no column that is not registered", async () => {
    for (const use of Object.values(USES)) await use.fill()

    expect(await columnsWithSeals()).toEqual(registered.map(nameOf).sort())
    await pool.query("CREATE TABLE public.forgotten (id integer, note jsonb)")
    const sealed = secrets.seal("value", columns.STORED_SECRET.at("x"))
    await pool.query("INSERT INTO public.forgotten VALUES (1, jsonb_build_object('deep', $1::text))", [sealed])
    expect(await columnsWithSeals()).toContain("public.forgotten.note")
  })
})

/** Every column of whatever type that shows a sealed value somewhere. */
async function columnsWithSeals(): Promise<string[]> {
  const { rows } = await pool.query<{ table_schema: string; table_name: string; column_name: string }>(
    `SELECT table_schema, table_name, column_name FROM information_schema.columns JOIN information_schema.tables
       USING (table_schema, table_name)
     WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { table_schema, table_name, column_name } of rows) {
    const holds = await pool.query(
      `SELECT 1 FROM "${table_schema}"."${table_name}" WHERE "${column_name}"::text ~ '\\mv[12]\\.[0-9a-f]{12}\\.[A-Za-z0-9_-]{20}' LIMIT 1`,
    )
    if (holds.rowCount) found.push(`${table_schema}.${table_name}.${column_name}`)
  }
  return found.sort()
}
