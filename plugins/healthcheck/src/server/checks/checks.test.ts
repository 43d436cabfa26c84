import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { catalogContract } from "@countersign/catalog/contract"
import { secretsContract } from "@countersign/core/contract"
import { describe, expect, it } from "vitest"
import { sandbox } from "../script-runner.ts"
import { getScriptContext } from "../scripts/script-context.ts"
import { testScript } from "../scripts/test-script.ts"
import { assignCheck, unassignCheck } from "./assign-check.ts"
import { testChecks } from "./checks.fixture.ts"
import { deleteCheck } from "./delete-check.ts"
import { describeStrategies, validateDraft } from "./describe-strategies.ts"
import { foreseeSystemDeletion, forgetSystem, syncTargets } from "./follow-catalog.ts"
import { pauseChecks, resumeChecks, resumeDue, runChecksNow } from "./pause-checks.ts"
import { getCheck, listChecks, listSystemChecks, readStatus } from "./read-checks.ts"
import { listRevisions } from "./revisions.ts"
import { addSample, referToSample, removeSample } from "./sample/sample.ts"
import { tryCheck } from "./try-check.ts"
import { updateCheck } from "./update-check.ts"

const { olga, root, service, as, ask, system, environment, check, places, withGrants, platform, asHolderOf } =
  await testChecks()

describe("a check", () => {
  it("is stored as the validator made it, and is found by system, status and words", async () => {
    const systemId = await system("Shop")
    const { id } = await check([systemId], { name: "Found by its name" })

    const detail = await getCheck(olga, { id })
    expect(detail).toMatchObject({
      name: "Found by its name",
      strategyTitle: "HTTP",
      // Without the query, where people put what others should not read.
      subject: "https://shop.example/status",
      intervalSeconds: 60,
      timeoutSeconds: 10,
      config: { url: "https://shop.example/status?key=1", method: "GET", version: 1 },
      status: null,
      mayChange: true,
      mayReadDetails: true,
      paused: null,
      version: 1,
    })
    expect(detail.targets).toHaveLength(1)
    expect((await listSystemChecks(olga, { systemId })).checks.map((one) => one.targets.length)).toEqual([1])
    const found = await listChecks(olga, { text: "found name", status: ["pending"], systemId, sort: "match" })
    expect(found.items.map((one) => one.id)).toEqual([id])
    expect((await listChecks(olga, { systemId, status: ["healthy"] })).items).toEqual([])
    expect((await readStatus(olga, { systemIds: [systemId] })).targets).toMatchObject([
      { check: { id }, paused: false },
    ])
  })

  it("says on a system's page how that system is, whatever it says of others", async () => {
    const [good, bad] = [await system("Good"), await system("Bad")]
    const { id } = await check([good, bad])
    const stands = (systemId: string, status: string, sentence: string) =>
      ask(
        `UPDATE healthcheck.state SET status = $2, since = now(), last_at = now(), sentence = $3
         FROM healthcheck.target t WHERE t.id = target_id AND t.check_id = $1 AND t.system_id = $4`,
        [id, status, sentence, systemId],
      )
    await stands(good, "healthy", "")
    await stands(bad, "unhealthy", "It answered 500.")

    const told = async (systemId: string) => (await listSystemChecks(olga, { systemId })).checks
    expect(await told(good)).toMatchObject([{ status: "healthy", sentence: "", targets: [{ status: "healthy" }] }])
    expect(await told(bad)).toMatchObject([{ status: "unhealthy", sentence: "It answered 500." }])
    expect((await listChecks(olga, { systemId: good })).items).toMatchObject([{ status: "unhealthy" }])
  })

  it("is one of those that a system's page has room for, or the page says that there are more", async () => {
    const systemId = await system("Crowded")
    const { id } = await check([systemId])
    const copies = (count: number) =>
      ask(
        `WITH copied AS (INSERT INTO healthcheck."check" (name, description, strategy_id, config, collectors, interval_seconds,
           timeout_seconds, retries, status_rule, subject, created_by_id, created_by_name, created_at, updated_at)
         SELECT name || n, description, strategy_id, config, collectors, interval_seconds, timeout_seconds, retries, status_rule,
           subject, created_by_id, created_by_name, created_at, updated_at
         FROM healthcheck."check", generate_series(1, $3::int) n WHERE id = $1 RETURNING id)
         INSERT INTO healthcheck.assignment (check_id, system_id) SELECT id, $2 FROM copied`,
        [id, systemId, count],
      )
    const listed = async () => {
      const { checks, more } = await listSystemChecks(olga, { systemId })
      return [checks.length, more]
    }
    await copies(49)
    expect(await listed()).toEqual([50, false])
    await copies(1)
    expect(await listed()).toEqual([50, true])
  })

  it("is for so many systems and no more, whichever way they come to it", async () => {
    const systems = await Promise.all(Array.from({ length: 51 }, () => system("Many")))
    const { id } = await check(systems.slice(0, 50))
    await expect(assignCheck(olga, { id, systemId: systems[50]!, environmentIds: null })).rejects.toThrow(
      "A check is for at most 50 systems.",
    )
    await expect(check(systems)).rejects.toMatchObject({
      issues: [expect.objectContaining({ message: "A check is for at most 50 systems." })],
    })
  })

  it("is refused with every field that does not fit, in the words of the validator", async () => {
    const draft = {
      strategyId: "http",
      config: { url: "shop.example", metod: "GET" },
      collectors: [{ id: "response", assertions: [{ field: "status", operator: "contains" as const, value: "2" }] }],
    }
    const { valid, errors } = await validateDraft(olga, draft)
    expect([valid, errors.map(({ path }) => path)]).toEqual([
      false,
      ["config.url", "config.metod", "collectors.0.assertions.0.operator"],
    ])
    await expect(check([await system("Shop")], draft as never)).rejects.toMatchObject({
      code: "invalid_input",
      issues: errors.map(({ path }) => expect.objectContaining({ path })),
    })
  })

  it("names a secret only by the hand of who may use secrets, and only where that may go", async () => {
    const config = {
      url: "https://api.example/",
      authentication: { type: "bearer", token: `$\{{ secrets.API_TOKEN }}` },
    }
    const draft = { strategyId: "http", config }
    const refused = await validateDraft(olga, draft)
    expect(refused.errors).toMatchObject([{ path: "config.authentication.token" }])
    expect(refused.errors[0]?.message).toContain("platform.secret.use")
    expect((await validateDraft(root, draft)).errors[0]?.message).toContain("There is no secret called API_TOKEN")
    await platform.call(root, secretsContract.setSecret, {
      name: "API_TOKEN",
      value: "s3cret-value",
      hosts: ["other.example"],
    })
    expect((await validateDraft(root, draft)).errors[0]?.message).toBe(
      "The secret API_TOKEN may not go to api.example: it may go to other.example. Whoever stores secrets can add the host.",
    )
    await platform.call(root, secretsContract.setSecretHosts, { name: "API_TOKEN", hosts: ["api.example"] })
    expect(await validateDraft(root, draft)).toEqual({ valid: true, errors: [] })

    const made = await check([await system("Api")], draft, root)
    expect(JSON.stringify(await getCheck(root, { id: made.id }))).not.toContain("s3cret-value")
    // Whoever leaves the configuration as it is names nothing.
    const renamed = await updateCheck(olga, { id: made.id, version: made.version, name: "Renamed" })
    expect(renamed.name).toBe("Renamed")
    await expect(
      updateCheck(olga, { id: made.id, version: renamed.version, config: { ...config, method: "HEAD" } }),
    ).rejects.toThrow("platform.secret.use")
  })
})

describe("the targets of a check", () => {
  it("follow the environments of its systems, and keep their place where those stay", async () => {
    const [production, staging] = [await environment("Production"), await environment("Staging")]
    const systemId = await system("Shop", { environmentIds: [production] })
    const all = await check([systemId])
    const once = await check([], { assignments: [{ systemId, environmentIds: [] }] })
    const chosen = await check([], { assignments: [{ systemId, environmentIds: [production] }] })
    await expect(check([], { assignments: [{ systemId, environmentIds: [staging] }] })).rejects.toThrow(
      "does not run in one of these environments",
    )
    expect([await places(all.id), await places(once.id), await places(chosen.id)]).toEqual([
      [production],
      [null],
      [production],
    ])

    const moveTo = async (environmentIds: string[]) => {
      const { version, name } = await platform.call(olga, catalogContract.getSystem, { systemId })
      await platform.call(olga, catalogContract.setSystemEnvironments, { systemId, version, environmentIds })
      return syncTargets(service, { systemId, name })
    }
    expect(await moveTo([production, staging])).toEqual({ started: 1, ended: 0 })
    expect(await places(all.id)).toEqual([production, staging])
    expect(await moveTo([staging])).toEqual({ started: 0, ended: 2 })
    expect([await places(all.id), await places(once.id), await places(chosen.id)]).toEqual([[staging], [null], []])
    expect(await moveTo([])).toEqual({ started: 1, ended: 1 })
    expect(await places(all.id)).toEqual([null])
    expect(await syncTargets(service, { systemId, name: "Shop" })).toEqual({ started: 0, ended: 0 })
    // What ended stays for its history.
    expect(await ask("SELECT 1 FROM healthcheck.target WHERE check_id = $1", [all.id])).toHaveLength(3)
  })

  it("end with their environment, of which the catalog tells", async () => {
    const [zone, other] = [await environment("Zone"), await environment("Other")]
    const systemId = await system("Shop", { environmentIds: [zone, other] })
    const { id } = await check([systemId])
    const told = () =>
      ask("SELECT 1 FROM platform.delivery WHERE subscriber = 'healthcheck.syncTargets' AND about LIKE '%' || $1", [
        systemId,
      ])
    const { version } = await platform.call(root, catalogContract.getSystem, { systemId })
    await platform.call(root, catalogContract.updateSystem, { systemId, version, description: "Sells things." })
    expect(await told(), "an edited description is nothing to it").toHaveLength(0)

    await platform.call(root, catalogContract.deleteEnvironment, { environmentId: zone })

    expect(await told()).toHaveLength(1)
    expect(await syncTargets(service, { systemId, name: "Shop" })).toEqual({ started: 0, ended: 1 })
    expect(await places(id)).toEqual([other])
  })

  it("end with their system, and the check stays in sight of who holds the rule", async () => {
    const systemId = await system("Gone")
    const { id } = await check([systemId])
    expect(await foreseeSystemDeletion(service, { id: systemId })).toEqual({
      sentences: ["It is taken off one check.", "One health check names no other system and runs no more."],
    })
    expect(await forgetSystem(service, { systemId, name: "Gone", wasPrivate: false })).toEqual({ checks: 1 })
    expect(await places(id)).toEqual([])
    const vera = await as("vera", "viewer")
    expect((await getCheck(vera, { id })).assignments).toEqual([])
    await expect(getCheck(await asHolderOf("nobody", []), { id })).rejects.toThrow()
  })

  it("begin and end by assigning and unassigning", async () => {
    const [one, other] = [await system("One"), await system("Other")]
    const made = await check([one])
    const both = await assignCheck(olga, { id: made.id, systemId: other })
    expect(both.assignments).toHaveLength(2)
    await expect(assignCheck(olga, { id: made.id, systemId: other })).rejects.toThrow("runs for this system already")
    const left = await unassignCheck(olga, { id: made.id, systemId: one })
    expect(left.assignments.map((assignment) => assignment.system.id)).toEqual([other])
    expect(
      await ask("SELECT ended_at IS NULL AS live FROM healthcheck.target WHERE check_id = $1 ORDER BY id", [made.id]),
    ).toEqual([{ live: false }, { live: true }])
    expect(
      (await listRevisions(olga, { id: made.id })).items.map(({ changes }) => changes.map(({ field }) => field)),
    ).toEqual([["Systems"], ["Systems"]])
  })
})

describe("rights on a check", () => {
  it("come from its systems: an editor of all of them changes it, a viewer of one sees it", async () => {
    const [one, other] = [await system("One"), await system("Other")]
    const made = await check([one, other])
    const vic = await withGrants("vic", { [one]: "viewer" })
    const ed = await withGrants("ed", { [one]: "editor" })

    expect(await getCheck(vic, { id: made.id })).toMatchObject({ hiddenSystemCount: 1, mayChange: false })
    expect((await getCheck(vic, { id: made.id })).targets).toHaveLength(1)
    await expect(updateCheck(ed, { id: made.id, version: 1, name: "Mine" })).rejects.toThrow("but not change it")
    expect((await check([one], {}, ed)).assignments).toHaveLength(1)
    await expect(check([], {}, ed)).rejects.toThrow("one without takes the permission")
    await expect(check([other], {}, ed)).rejects.toThrow("does not exist, or is not yours to see")
  })
})

describe("changes of a check", () => {
  it("are kept with who made them, in people's words", async () => {
    const made = await check([await system("Shop")])
    await updateCheck(olga, {
      id: made.id,
      version: 1,
      intervalSeconds: 30,
      config: { url: "https://shop.example/new", method: "HEAD" },
      collectors: [
        { id: "timing", assertions: [{ field: "totalMs", operator: "lessThan", value: 1_000, severity: "degraded" }] },
      ],
    })
    await expect(updateCheck(olga, { id: made.id, version: 1, name: "Late" })).rejects.toThrow("was changed since")

    const { items } = await listRevisions(olga, { id: made.id })
    expect(items).toMatchObject([
      {
        by: { name: "Olga" },
        changes: [
          { field: "Address", before: "https://shop.example/status?key=1", after: "https://shop.example/new" },
          { field: "Method", before: "GET", after: "HEAD" },
          {
            field: "What must hold",
            before: "Response: Status is 200, otherwise unhealthy",
            after: "Duration is less than 1000, otherwise degraded",
          },
          { field: "Every", before: "60 seconds", after: "30 seconds" },
        ],
      },
    ])
  })

  it("pause and resume it, by hand and by the clock, and run it at once only while it runs", async () => {
    const [one, two] = [await check([await system("A")]), await check([await system("B")])]
    const gone = crypto.randomUUID()
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await expect(
      pauseChecks(olga, { ids: [one.id], reason: "Too late", until: "2020-01-01T00:00:00Z" }),
    ).rejects.toThrow("would be over already")
    const { results } = await pauseChecks(olga, { ids: [one.id, gone, two.id], reason: "The vendor is at it.", until })
    expect(results.map(({ ok }) => ok)).toEqual([true, false, true])
    expect((await getCheck(olga, { id: one.id })).paused).toMatchObject({
      reason: "The vendor is at it.",
      by: { name: "Olga" },
    })
    const next = () =>
      ask(
        "SELECT next_at FROM healthcheck.schedule s JOIN healthcheck.target t ON t.id = s.target_id WHERE t.check_id = ANY($1)",
        [[one.id, two.id]],
      )
    expect((await next()).map(({ next_at }) => next_at)).toEqual([null, null])
    expect((await runChecksNow(olga, { ids: [one.id] })).results).toMatchObject([
      { ok: false, message: expect.stringContaining("is paused") },
    ])

    expect((await resumeChecks(olga, { ids: [one.id] })).results).toMatchObject([{ ok: true }])
    expect(await resumeDue(service, {})).toEqual({ resumed: 0 })
    await ask(`UPDATE healthcheck."check" SET paused_until = now() - interval '1 second' WHERE id = $1`, [two.id])
    expect(await resumeDue(service, {})).toEqual({ resumed: 1 })
    expect((await next()).every(({ next_at }) => next_at !== null)).toBe(true)
    expect((await runChecksNow(olga, { ids: [one.id] })).results).toMatchObject([{ ok: true }])
  })

  it("take back what it said of its system while it is paused", async () => {
    const systemId = await system("Shop")
    const made = await check([systemId])
    const [{ id: targetId, assignment_id: source }] = await ask(
      "SELECT id, assignment_id FROM healthcheck.target WHERE check_id = $1",
      [made.id],
    )
    await ask(
      "UPDATE healthcheck.state SET status = 'unhealthy', since = now(), memory = '{\"failed\": 2}' WHERE target_id = $1",
      [targetId],
    )
    const report = { systemId, source, status: "unhealthy" as const, measured: true }
    const engine = platform.caller(
      { ...service.principal, id: "service:healthcheck" } as typeof service.principal,
      "job",
    )
    await platform.call(engine, catalogContract.reportStatuses, { reports: [report] })
    const statusNow = async () => (await platform.call(olga, catalogContract.getSystem, { systemId })).status
    expect(await statusNow()).toBe("unhealthy")

    await pauseChecks(olga, { ids: [made.id], reason: "The vendor is at it." })
    expect(await statusNow()).toBeNull()

    await resumeChecks(olga, { ids: [made.id] })
    expect((await getCheck(olga, { id: made.id })).status).toBeNull()
  })

  it("delete it with its targets", async () => {
    const made = await check([await system("Shop")])
    expect(await deleteCheck(olga, { id: made.id })).toEqual({ id: made.id, name: made.name })
    expect(await ask("SELECT 1 FROM healthcheck.target WHERE check_id = $1", [made.id])).toEqual([])
    await expect(getCheck(olga, { id: made.id })).rejects.toThrow("No check has the id")
  })
})

describe("a draft", () => {
  const tried = { strategyId: "http", config: { url: "https://shop.example/" }, timeoutSeconds: 1 }

  it("is tried once and not stored; an address inside is refused with what would allow it", async () => {
    const run = await tryCheck(olga, { ...tried, config: { url: "http://10.1.2.3/" } })
    expect(run).toMatchObject({ outcome: "failed", failure: { code: "not-allowed" }, placeholders: [] })
    expect(run.failure?.message).toContain("Settings > Health checks")
    await expect(tryCheck(olga, { ...tried, config: {} })).rejects.toThrow("config.url: This cannot be empty.")
  })

  it("sends real secrets for a person alone; a model's has placeholders and says so", async () => {
    const heard: (string | undefined)[] = []
    const server = createServer((request, response) => {
      heard.push(request.headers.authorization)
      response.end(`you sent ${request.headers.authorization}`)
    })
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
    const { port } = server.address() as AddressInfo
    await platform.call(root, secretsContract.setSecret, { name: "LOOP", value: "s3cret-loop", hosts: ["127.0.0.1"] })
    const config = {
      url: `http://127.0.0.1:${port}/`,
      authentication: { type: "bearer", token: `$\{{ secrets.LOOP }}` },
    }

    const own = await tryCheck(root, { strategyId: "http", config })
    const worded = await tryCheck({ ...root, transport: "chat", byModel: true }, { strategyId: "http", config })
    server.close()

    expect(heard).toEqual(["Bearer s3cret-loop", "Bearer __SECRET_LOOP__"])
    expect([own.placeholders, worded.placeholders]).toEqual([[], ["LOOP"]])
    expect(JSON.stringify([own, worded])).not.toContain("s3cret-loop")
    expect(own.values.response).toMatchObject({ status: 200, body: "you sent Bearer __SECRET_LOOP__" })
  })

  it("waits for its turn, so that silence elsewhere does not take the connections of everybody", async () => {
    let open = 0
    let most = 0
    const silent = createServer((_request, response) => {
      most = Math.max(most, ++open)
      response.on("close", () => open--)
    })
    await new Promise<void>((ready) => silent.listen(0, "127.0.0.1", ready))
    const { port } = silent.address() as AddressInfo
    const draft = { strategyId: "http", config: { url: `http://127.0.0.1:${port}/` }, timeoutSeconds: 0.3 }
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => tryCheck(olga, draft)))
    silent.closeAllConnections()
    silent.close()
    expect(most).toBe(3)
    const refused = tries.flatMap((one) => (one.status === "rejected" ? [one.reason.message] : []))
    expect(refused).toHaveLength(11)
    expect(new Set(refused)).toEqual(
      new Set(["Too many drafts are being tried right now. Try again in a few seconds."]),
    )
  })

  it("of a script is refused with what to do where four run and all places to wait are taken", async () => {
    const box = await sandbox()
    const gone = new AbortController()
    let running = 0
    const hold = (_request: object, signal: AbortSignal) => {
      running += 1
      return new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
    }
    const script = 'export default async () => { await fetch("https://shop.example/") }'
    const runs = Array.from({ length: 36 }, () =>
      box.runTypeScript({
        ...{ kind: "healthcheck-script", source: script, context: {}, fetch: hold, signal: gone.signal },
        limits: { timeoutMs: 60_000 },
      }),
    )
    await expect.poll(() => running).toBe(4)
    expect(await box.state()).toMatchObject({ running: 4, waiting: 32 })

    const draft = { strategyId: "script", config: { source: "export default () => true" }, collectors: [] }
    const tries = await Promise.allSettled([
      testScript(olga, { context: "healthcheck-script", source: "export default () => true" }),
      testScript(olga, { context: "healthcheck-shell", source: "true" }),
      tryCheck(olga, draft),
      tryCheck(olga, { strategyId: "shell", config: { source: "true" }, collectors: [] }),
    ])
    expect(tries.map((one) => one.status === "rejected" && [one.reason.code, one.reason.message])).toEqual(
      tries.map(() => ["rate_limited", "Too many scripts are being run on this server. Try again in a moment."]),
    )
    expect(running).toBe(4)
    gone.abort(new Error("enough"))
    await Promise.allSettled(runs)
    expect(await tryCheck(olga, draft)).toMatchObject({ outcome: "ok" })
  })

  it("of a script runs in the sandbox, with placeholders for what it reads of secrets", async () => {
    const source = `export default async ({ secrets, config }) => {
      console.log("hello")
      return { success: true, message: secrets.TOKEN, value: config.limit }
    }`
    const context = "healthcheck-script"
    expect(await testScript(olga, { context, source, config: { limit: 3 } })).toMatchObject({
      result: { success: true, message: "__SECRET_TOKEN__", value: 3 },
      stdout: "hello",
      timedOut: false,
      called: false,
    })
    const broken = await testScript(olga, { context, source: 'export default () => httpGet("x")' })
    expect(broken.error).toContain("httpGet")
    const held = await testScript(olga, {
      context,
      source: 'export default async () => { await fetch("https://other.example/") }',
      address: "https://shop.example/",
    })
    expect(held.error).toContain("may call shop.example alone")
    expect(
      await testScript(olga, { context: "healthcheck-shell", source: "echo $COUNTERSIGN_SYSTEM_NAME; exit 3" }),
    ).toMatchObject({
      stdout: "Sample system\n",
      exitCode: 3,
    })
    expect(await getScriptContext(olga, { context })).toMatchObject({
      sdkModule: "@countersign/sdk/healthcheck",
      helper: "defineHealthCheck",
      allowsManagedPackages: false,
    })
  })
})

describe("sample checks", () => {
  it("have a week behind them, one flapping and one failing; the product's own stands beside them", async () => {
    await system("Sample")
    const [first] = await ask("SELECT id, version FROM catalog.system ORDER BY created_at LIMIT 1")
    await platform.call(root, catalogContract.updateSystem, {
      systemId: first.id,
      version: first.version,
      tags: ["sample"],
    })

    expect(await addSample(service, {})).toEqual({ added: 4 })
    expect(await addSample(service, {})).toEqual({ added: 0 })

    const { items } = await listChecks(olga, { text: "Sample:", sort: "name" })
    expect(items.map(({ name }) => name)).toEqual([
      "Sample: Countersign answers",
      "Sample: nightly export",
      "Sample: orders arrive",
      "Sample: search answers in time",
    ])
    const uptimes = items.map(({ uptime24h }) => uptime24h)
    expect(uptimes[0]).toBeNull()
    expect(uptimes[1]).toBeGreaterThan(0.9)
    expect(uptimes[1]).toBeLessThan(0.98)
    expect(uptimes.slice(2)).toEqual([1, 1])
    expect(items[2]?.durations.filter((one) => one !== null).length).toBeGreaterThan(20)
    const { references } = await referToSample(service, { resource: "catalog.system", ids: [first.id] })
    expect(references.every(({ by }) => !by.includes("Sample:"))).toBe(true)
    expect(await removeSample(service, {})).toEqual({ removed: 4 })
  })
})

describe("ways to check", () => {
  it("are told with their fields and what those can be held to", async () => {
    const { strategies } = await describeStrategies(olga, {})
    expect(strategies).toHaveLength(16)
    const http = strategies.find(({ id }) => id === "http")!
    expect(http.configSchema).toMatchObject({ type: "object", required: ["url"] })
    const status = http.collectors[0]!.fields.find(({ name }) => name === "status")
    expect(status).toMatchObject({ title: "Status", type: "number", operators: expect.arrayContaining(["lessThan"]) })
  })
})
