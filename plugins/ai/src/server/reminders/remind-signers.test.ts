import { catalogContract } from "@countersign/catalog/contract"
import { catalogPlugin } from "@countersign/catalog/server"
import { applicationsContract, type BuiltInRole, mailContract } from "@countersign/core/contract"
import { type Platform, servicePrincipal } from "@countersign/core/host"
import type { Caller } from "@countersign/core/server"
import { incidentPlugin } from "@countersign/incident/server"
import { testPlatform } from "@countersign/testing"
import { beforeEach, describe, expect, it } from "vitest"
import { startSmtpServer } from "../../../../../packages/core/src/mail/smtp-server.fixture.ts"
import { aiPlugin } from "../../server.ts"
import { signProposal } from "../proposals/decide-proposal.ts"
import { updateSettings } from "../tools-and-policies/ai-settings.ts"
import { proposeTool } from "../tools-and-policies/call-tool.ts"
import { mailReminder } from "./mail-reminder.ts"
import { remindSigners } from "./remind-signers.ts"

const plugins = [catalogPlugin, incidentPlugin, aiPlugin]
const testing = await testPlatform({ plugins, publicUrl: "https://ops.example.test" })
const { platform, database, trail } = testing
const { port, received } = await startSmtpServer()

const root = await person("root", "administrator")
const olga = await person("olga", "operator")
const oren = await person("oren", "operator")
await person("vera", "viewer")
const script = await application("Deploy script")
const system = (await call(root, catalogContract.createSystem, { name: "Search" })) as { id: string }
const SIGNERS = ["olga@example.test", "oren@example.test", "root@example.test"]

const job = (pod: Platform = platform) => pod.caller(servicePrincipal("ai"), "job")
const opening = { title: "Search is slow", severity: "minor", message: "Seen.", systemIds: [system.id] }

beforeEach(async () => {
  received.length = 0
  await database.pool.query("UPDATE platform.tool_call SET status = 'expired' WHERE status = 'proposed'")
  await database.pool.query("UPDATE platform.person SET preferences = '{}'")
  await setMail(true)
})

describe("remindSigners", () => {
  it("mails everyone who may sign once, whichever pods look at the same time", async () => {
    const other = await testing.secondPod()
    const proposalId = await waiting(script, 6)

    const counted = await Promise.all([remindSigners(job(), {}), remindSigners(job(other), {})])
    await remindSigners(job(), {})

    expect(counted.map(({ mails }) => mails).sort()).toEqual([0, 3])
    expect(await deliver(proposalId)).toEqual(SIGNERS)
    expect(received[0]?.raw).toContain(`https://ops.example.test/signatures/${proposalId}`)
    expect(received[0]?.raw).toContain("Deploy script asks:")
    expect(received[0]?.raw).toContain("It has waited 6 minutes")
    expect((await trail("ai.remindSigners")).at(-1)).toMatchObject({
      thing_id: proposalId,
      note: "3 people are reminded by mail that it waits.",
    })
  })

  it("waits until the configured minutes have passed, and sends one mail for times that passed together", async () => {
    await setMinutes([5, 30])
    const proposalId = await waiting(script, 4)
    expect(await remindSigners(job(), {})).toEqual({ mails: 0 })

    await age(proposalId, 31)

    expect(await remindSigners(job(), {})).toEqual({ mails: 3 })
    expect(await remindSigners(job(), {})).toEqual({ mails: 0 })
    await setMinutes([5])
  })

  it("mails the asker alone about what the asker alone may sign", async () => {
    const proposalId = await waiting(olga, 6)

    expect(await remindSigners(job(), {})).toEqual({ mails: 1 })

    expect(await deliver(proposalId)).toEqual(["olga@example.test"])
  })

  it("leaves those alone who want no mails", async () => {
    await database.pool.query(
      `UPDATE platform.person SET preferences = '{"signatureMails": false}' WHERE email <> 'oren@example.test'`,
    )
    const proposalId = await waiting(script, 6)

    expect(await remindSigners(job(), {})).toEqual({ mails: 1 })

    expect(await deliver(proposalId)).toEqual(["oren@example.test"])
  })

  it("tells nobody of a private thing they could not look up", async () => {
    const hidden = (await call(root, catalogContract.createSystem, { name: "Secret project" })) as { id: string }
    const proposalId = await waiting(script, 6, { ...opening, systemIds: [hidden.id] })
    await testing.makePrivate("catalog.system", hidden.id)
    await testing.grant("oren", "editor", "catalog.system", hidden.id)

    await remindSigners(job(), {})

    expect(await deliver(proposalId)).toEqual(["oren@example.test"])
  })

  it("mails nobody about what was decided before the mail went out", async () => {
    const proposalId = await waiting(script, 6)
    expect(await remindSigners(job(), {})).toEqual({ mails: 3 })

    await signProposal(oren, { proposalId, kind: "decline" })

    expect(await deliver(proposalId)).toEqual([])
  })

  it("does nothing where no mail server is set, and nothing is lost for when one is", async () => {
    await setMail(false)
    await waiting(script, 6)
    expect(await remindSigners(job(), {})).toEqual({ mails: 0 })

    await setMail(true)

    expect(await remindSigners(job(), {})).toEqual({ mails: 3 })
  })
})

async function waiting(caller: Caller, minutes: number, input: object = opening): Promise<string> {
  const { proposalId } = await proposeTool(caller, { toolName: "incident.create", input: { ...input } })
  await age(proposalId, minutes)
  return proposalId
}

/** What the queued jobs do; returns who got a mail. */
async function deliver(proposalId: string): Promise<string[]> {
  const { rows } = await database.pool.query("SELECT data FROM pgboss.job WHERE name = 'ai.mailReminder'")
  const queued = rows.map(({ data }) => data.data).filter((data) => data.proposalId === proposalId)
  for (const data of queued) await mailReminder(job(), data)
  return received.flatMap(({ to }) => to).sort()
}

async function age(proposalId: string, minutes: number): Promise<void> {
  await database.pool.query("UPDATE platform.tool_call SET at = now() - make_interval(mins => $2) WHERE id = $1", [
    proposalId,
    minutes,
  ])
}

async function setMinutes(remindAfterMinutes: number[]): Promise<void> {
  const { rows } = await database.pool.query("SELECT version FROM platform.ai_settings")
  await updateSettings(root, { remindAfterMinutes, version: rows[0].version })
}

async function setMail(on: boolean): Promise<void> {
  const { version } = (await call(root, mailContract.getMailSettings, {})) as { version: number }
  const fromAddress = "countersign@example.test"
  await call(root, mailContract.updateMailSettings, {
    host: on ? "127.0.0.1" : "",
    port,
    encryption: "none",
    fromAddress,
    version,
  })
}

async function person(name: string, role: BuiltInRole): Promise<Caller> {
  const caller = await testing.as(name, role)
  await database.pool.query(
    "INSERT INTO platform.person (id, name, email) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email",
    [caller.principal.id, caller.principal.name, `${name}@example.test`],
  )
  return caller
}

async function application(name: string): Promise<Caller> {
  const made = await call(root, applicationsContract.createApplication, { name, roles: ["operator"] })
  const { application } = made as { application: { id: string } }
  const principal = await platform.identity.load({ kind: "application", id: application.id, grantId: null })
  if (!principal) throw new Error("The application was not found.")
  return platform.caller(principal, "http")
}

function call(caller: Caller, procedure: Parameters<Caller["runtime"]["verbOf"]>[0], input: object): Promise<unknown> {
  return caller.runtime.verbOf(procedure)(caller, input as never)
}
