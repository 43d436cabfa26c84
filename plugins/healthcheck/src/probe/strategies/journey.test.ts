import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type FriendlyServer, httpServer } from "../servers/friendly.fixture.ts"
import { tryCheck } from "../servers/try-check.fixture.ts"

let server: FriendlyServer
let base = ""
const asked: string[] = []
beforeAll(async () => {
  server = await httpServer(({ method, url, headers }, response) => {
    asked.push(`${method} ${url} ${headers.cookie ?? "-"} ${headers["x-csrf"] ?? "-"}`)
    if (url === "/login" && method === "GET")
      response.setHeader("set-cookie", "session=abc; Path=/; HttpOnly").end('<input name="csrf" value="t0ken">')
    else if (url === "/login")
      response.writeHead(302, { location: "/home", "set-cookie": "session=signed; Path=/" }).end()
    else if (url === "/home") response.setHeader("x-order", "77").end('{"orders":[{"id":77},{"id":78}]}')
    else response.end(`{"seen":"${url}"}`)
  })
  base = `http://client.example.test:${server.port}`
})
afterAll(() => server.stop())

const login = {
  name: "Open",
  url: "",
  extract: [{ name: "csrf", from: "pattern", expression: 'name="csrf" value="(\\w+)"' }],
}
const steps = (): object[] => [
  { ...login, url: `${base}/login` },
  {
    name: "Sign in",
    method: "POST",
    url: `${base}/login`,
    headers: [{ name: "x-csrf", value: "{{ values.csrf }}" }],
    body: "user=me",
    extract: [
      { name: "order", from: "json", expression: "$.orders[1].id" },
      { name: "first", from: "header", expression: "X-Order" },
    ],
    assertions: [{ field: "status", operator: "equals", value: 200 }],
  },
  {
    name: "Read",
    url: `${base}/orders/{{ values.order }}/{{ values.first }}`,
    assertions: [{ field: "json", path: "$.seen", operator: "equals", value: "/orders/78/77" }],
  },
]

describe("a journey", () => {
  it.each([
    ["as it is", "{{ values.echo }}", (text: string) => text],
    ["in an address", "{{ values.echo }}", encodeURIComponent],
    ["inside base64", "{{ values.echo }}", (text: string) => Buffer.from(`user:${text}`).toString("base64")],
  ])("does not pass on a secret that a server echoes %s", async (_how, written, spelled) => {
    const value = "hunter2 & three more words"
    const seen: string[] = []
    const echo = await httpServer(({ headers, url }, response) => {
      seen.push(headers.host ?? "")
      response.end(url === "/echo" ? spelled(value) : "taken")
    })
    const draft = (field: object) => ({
      strategyId: "journey",
      config: {
        steps: [
          {
            name: "Ask",
            method: "POST",
            url: `http://mine.example.test:${echo.port}/echo`,
            body: `$\{{ secrets.A }}`,
            extract: [{ name: "echo", from: "pattern", expression: "(.+)" }],
          },
          { name: "Tell", method: "POST", url: `http://other.example.test:${echo.port}/`, ...field },
        ],
      },
    })
    const surroundings = { secrets: { A: { value, hosts: ["mine.example.test"] } } }
    for (const field of [{ body: written }, { headers: [{ name: "x-told", value: written }] }]) {
      const { failure } = await tryCheck(draft(field), surroundings)
      expect(failure).toMatchObject({
        code: "secret-elsewhere",
        message: expect.stringContaining("other.example.test"),
      })
    }
    await echo.stop()
    expect(seen).toEqual(Array.from({ length: 2 }, () => `mine.example.test:${echo.port}`))
  })

  it("carries cookies and what it took out of answers from step to step", async () => {
    asked.length = 0
    const run = await tryCheck({ strategyId: "journey", config: { steps: steps() } })
    expect(run.failure).toBeNull()
    expect(asked).toEqual([
      "GET /login - -",
      "POST /login session=abc t0ken",
      "GET /home session=signed t0ken",
      "GET /orders/78/77 session=signed -",
    ])
    expect(run.values.journey).toMatchObject({
      completed: true,
      steps: 3,
      failedStep: "",
      details: [{ name: "Open", status: 200 }, {}, {}],
    })
    expect(run.assertions.map(({ passed }) => passed)).toEqual([true, true])
    expect(run.lookups).toEqual(["client.example.test"])
  })

  it("stops at the step whose assertion fails, and says which", async () => {
    const [first, second, third] = steps()
    const wrong = { ...second, assertions: [{ field: "headers.x-order", operator: "equals", value: "1" }] }
    asked.length = 0
    const run = await tryCheck({ strategyId: "journey", config: { steps: [first, wrong, third] } })
    expect(run).toMatchObject({
      outcome: "failed",
      failure: null,
      values: { journey: { completed: false, steps: 2, failedStep: "Sign in" } },
    })
    expect(run.assertions[0]?.sentence).toBe('Sign in: headers.x-order is "77", and should be "1".')
    expect(asked).toHaveLength(3)
  })

  it("stops where a value that is needed is not there", async () => {
    const run = await tryCheck({
      strategyId: "journey",
      config: { steps: [{ ...login, url: `${base}/home` }, ...steps().slice(1)] },
    })
    expect(run.outcome).toBe("failed")
    expect(run.assertions[0]?.sentence).toContain('which is needed as "csrf"')
  })

  it("sends a step's secrets where they may go, and asks nothing of other steps' hosts", async () => {
    const secret = (name: string) => `$\{{ secrets.${name} }}`
    const other = base.replace("client", "other")
    const config = {
      steps: [
        { name: "A", url: `${base}/a`, headers: [{ name: "x-csrf", value: secret("ONE") }] },
        { name: "B", url: `${other}/b`, headers: [{ name: "x-csrf", value: secret("TWO") }] },
      ],
    }
    const secrets = {
      ONE: { value: "first secret", hosts: ["client.example.test"] },
      TWO: { value: "second secret", hosts: ["other.example.test"] },
    }
    expect((await tryCheck({ strategyId: "journey", config }, { secrets })).outcome).toBe("ok")
    const swapped = { ONE: secrets.TWO, TWO: secrets.ONE }
    expect((await tryCheck({ strategyId: "journey", config }, { secrets: swapped })).failure?.code).toBe(
      "secret-elsewhere",
    )
  })
})
