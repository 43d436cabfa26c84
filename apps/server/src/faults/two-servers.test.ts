import { createHash } from "node:crypto"
import { databaseFromTemplate, openSession, type Session, signIn, spawnServer } from "@countersign/testing"
import { afterAll, describe, expect, inject, it } from "vitest"
import { plugins } from "../plugins.ts"

const cluster = inject("postgres")
const { config, drop } = await databaseFromTemplate(cluster, plugins)
const variables = {
  DATABASE_URL: `postgres://${cluster.user}@localhost:${cluster.port}/${config.database}?host=${encodeURIComponent(cluster.host)}`,
  COUNTERSIGN_SECRET: "the same secret on both servers, long enough",
  COUNTERSIGN_ADMIN_EMAIL: "ana@example.test",
  COUNTERSIGN_ADMIN_PASSWORD: "correct horse battery",
}
// Together, as a rolling restart may start them: migrations and the first administrator happen once.
const [one, two] = await Promise.all([spawnServer(variables), spawnServer(variables)])
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()])
  await drop()
})

describe("two servers on one Postgres", () => {
  it("have made the administrator of the environment once, though both began together", async () => {
    const ana = await signIn(two.url, "ana@example.test", "correct horse battery")

    const { body } = await ana.call<{ items: { email: string }[] }>("platform.listPeople")

    expect(body.items.map(({ email }) => email)).toEqual(["ana@example.test"])
    const { body: trail } = await ana.call<{ items: object[] }>("platform.listAudit", {
      action: "platform.createFirstAdministrator",
    })
    expect(trail.items).toHaveLength(1)
  })

  it("share sessions, changes and news", async () => {
    const onOne = await signIn(one.url, "ana@example.test", "correct horse battery")
    const onTwo = openSession(two.url, onOne.cookie())
    const news = await Promise.all([listen(onOne), listen(onTwo)])

    const { status } = await onTwo.call("catalog.createGroup", { name: "Payments", description: "" })

    expect(status).toBe(200)
    const heard = await Promise.all(news.map((stream) => stream.hear("catalog.group")))
    expect(heard).toEqual([true, true])
    expect((await onOne.call("catalog.listGroups")).body).toMatchObject({ items: [{ name: "Payments" }] })
    await Promise.all(news.map((stream) => stream.close()))
  })

  it("both refuse every session soon after signing out everywhere", async () => {
    const waits: number[] = []
    for (const _ of ["perhaps held up", "once more"]) {
      const onOne = await signIn(one.url, "ana@example.test", "correct horse battery")
      const onTwo = await signIn(two.url, "ana@example.test", "correct horse battery")
      const stale = [openSession(one.url, onOne.cookie()), openSession(two.url, onOne.cookie()), onTwo]
      for (const session of stale) expect((await session.call("catalog.listGroups")).status).toBe(200)

      expect((await onOne.call("platform.signOutEverywhere")).status).toBe(200)

      const answered = performance.now()
      for (const session of stale)
        await expect.poll(async () => (await session.call("catalog.listGroups")).status, { timeout: 15_000 }).toBe(401)
      waits.push(performance.now() - answered)
    }
    // Without the news a server goes by what it has read for five seconds.
    expect(Math.min(...waits)).toBeLessThan(3_000)
  })
})

describe("the code that connects an app", () => {
  it("has tokens for one of two who bring it to two servers at once, and then for neither", async () => {
    const ana = await signIn(one.url, "ana@example.test", "correct horse battery")
    const [clientId, redirect, resource] = ["desk", "http://127.0.0.1/callback", `${one.url}/api/ai/mcp`]
    await ana.call("platform.addOauthClient", { name: "Desk", clientId, redirectUris: [redirect] })
    const verifier = "v".repeat(43)
    const request = new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: redirect,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      scope: "read",
      state: "s",
      resource,
    }).toString()
    const granted = await ana.call<{ redirectUrl: string }>("platform.grantAuthorization", {
      request,
      scopes: ["read"],
    })
    const code = new URL(granted.body.redirectUrl).searchParams.get("code") ?? ""
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      code,
      code_verifier: verifier,
      client_id: clientId,
    })

    const answers = await Promise.all(
      [one, two].map(({ url }) => fetch(`${url}/oauth/token`, { method: "POST", body: new URLSearchParams(body) })),
    )

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const tokens = answers.find(({ status }) => status === 200)!
    const { access_token } = (await tokens.json()) as { access_token: string }
    const ask = () =>
      fetch(resource, { method: "POST", headers: { authorization: `Bearer ${access_token}` }, body: "{}" })
    expect((await ask()).status).toBe(401)
  })
})

describe("a secret that was stored on one server", () => {
  it("is masked by the other and by one that starts later", async () => {
    const stored = "Autumn2026!"
    const onOne = await signIn(one.url, "ana@example.test", "correct horse battery")
    let calls = 0
    /** What the audit log says of a tool that is called like the secret. */
    const recordedBy = async (url: string) => {
      const mark = `call-${++calls}`
      const refused = await openSession(url, onOne.cookie()).call("ai.callTool", {
        toolName: `${mark}.${stored}`,
        input: {},
      })
      expect(refused.status).toBe(404)
      const { body } = await onOne.call<{ items: { action: string }[] }>("platform.listAudit", {})
      return body.items.map(({ action }) => action).find((action) => action.startsWith(`${mark}.`))
    }
    expect(await recordedBy(two.url)).toBe(`call-1.${stored}`)

    expect((await onOne.call("platform.setSecret", { name: "season", value: stored })).status).toBe(200)

    expect(await recordedBy(one.url)).toBe("call-2.[redacted]")
    await expect.poll(() => recordedBy(two.url), { timeout: 10_000 }).toMatch(/^call-\d+\.\[redacted\]$/)
    const later = await spawnServer(variables)
    try {
      expect(await recordedBy(later.url)).toMatch(/^call-\d+\.\[redacted\]$/)
    } finally {
      await later.stop()
    }
  })
})

describe("two servers whose clocks are an hour apart", () => {
  it("show the updates of an incident in the order in which they were posted, at the database's times", async () => {
    const late = await spawnServer({ ...variables, NODE_OPTIONS: `--import ${clockShiftedBy(-3_600_000)}` })
    try {
      const onOne = await signIn(one.url, "ana@example.test", "correct horse battery")
      const onLate = openSession(late.url, onOne.cookie())
      const { body: system } = await onOne.call("catalog.createSystem", { name: "Checkout" })
      const draft = { title: "Slow", severity: "minor", systemIds: [system.id] }
      const { body: incident } = await onLate.call("incident.create", draft)
      const from = Date.now()
      const posted: string[] = []
      for (const [index, session] of [onOne, onLate, onLate, onOne, onLate].entries()) {
        posted.push(`Update ${index + 1}`)
        const update = { id: incident.id, message: posted[index], visibility: "internal" }
        expect((await session.call("incident.addUpdate", update)).status).toBe(200)
      }

      const { body } = await onOne.call<{ items: { message: string; at: string }[] }>("incident.listUpdates", {
        id: incident.id,
        direction: "asc",
      })

      expect(body.items.map(({ message }) => message)).toEqual(posted)
      expect(body.items.every(({ at }) => Math.abs(Date.parse(at) - from) < 60_000)).toBe(true)
    } finally {
      await late.stop()
    }
  })
})

/** A module that a process loads first, and that puts its clock forward. */
function clockShiftedBy(ms: number): string {
  const source = `const Real = Date
    globalThis.Date = class extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + ${ms}) : super(...given) }
      static now() { return Real.now() + ${ms} }
    }`
  return `data:text/javascript,${encodeURIComponent(source)}`
}

async function listen(session: Session) {
  const abort = new AbortController()
  const response = await session.get("/api/v1/events", {
    signal: abort.signal,
    headers: { accept: "text/event-stream" },
  })
  expect(response.status).toBe(200)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  return {
    async hear(resource: string): Promise<boolean> {
      let text = ""
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return false
        text += value
        if (/^event: changed/m.test(text) && text.includes(`"${resource}"`)) return true
      }
    },
    close: async () => abort.abort(),
  }
}
