import type { LazyUse } from "@countersign/testing"

const REFUSED = "Nothing is called from here."

/** Every client reaches the network through `dial` or `addressOf` alone. */
const limits = {
  signal: new AbortController().signal,
  timeLeftMs: () => 1_000,
  now: () => new Date(),
  maxBytes: 1_000,
  addressOf: () => Promise.reject(new Error(REFUSED)),
  dial: () => Promise.reject(new Error(REFUSED)),
  secretsIn: () => [],
  secretValues: {},
  hide: (text: string) => text,
  atEnd: () => {},
}
const asked = {
  host: "db.example.test",
  server: "ns.example.test",
  name: "example.test",
  type: "A",
  port: 1,
  url: "ws://db.example.test:1/",
  headers: {},
  family: "any",
}

function dials(name: string): LazyUse {
  return async (client) => {
    const said = await client[name](asked, limits).then(
      () => "something",
      (error: Error) => error.message,
    )
    if (!said.includes(REFUSED)) throw new Error(`${name} did not ask for a way out, but answered: ${said}`)
  }
}

/** What is loaded when it is first wanted, used on the built chunk. */
export const lazy: Readonly<Record<string, LazyUse>> = {
  "clients/dns-client.ts": dials("askNameServer"),
  "clients/mysql-client.ts": dials("queryMysql"),
  "clients/postgres-client.ts": dials("queryPostgres"),
  "clients/smtp-client.ts": dials("greetMailServer"),
  "clients/ssh-client.ts": dials("askSsh"),
  "clients/websocket-client.ts": dials("openWebSocket"),
  "assertions/json-path.ts": async ({ compilePath }) => {
    if (compilePath("$.a[1]").find({ a: [1, 2] })[0] !== 2) throw new Error("A path finds nothing.")
  },
  "assertions/pattern.ts": async ({ compilePattern }) => {
    if (!compilePattern("^a+$").test("aaa")) throw new Error("A pattern fits nothing.")
  },
  "sandbox/src/index.ts": async ({ resolveScriptContext }) => {
    const { declarations } = resolveScriptContext("healthcheck-script")
    if (!declarations.includes("defineHealthCheck")) throw new Error("The declarations of scripts are missing.")
  },
}
