import { describe, expect, it } from "vitest"
import { ALLOWED_BY_DEFAULT, AllowListText, parseAllowList } from "../contract/network/allow-list.ts"
import { createGuard, type GuardOptions, NotAllowedError } from "./guard.ts"
import { createEgress } from "./guarded-fetch.ts"

const EVERYTHING = parseAllowList("0.0.0.0/0, ::/0, *.test, localhost, *.internal, metadata")
const PUBLIC = "93.184.215.14"

const NEVER = [
  "169.254.0.1",
  "169.254.169.254",
  "169.254.170.2",
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "0.0.0.0",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "fe80::1",
  "fe80::1%eth0",
  "febf::1",
  "fd00:ec2::254",
  "fd00:ec2::23",
  "fd20:ce::254",
  "ff02::1",
  "::ffff:169.254.169.254",
  "::ffff:a9fe:a9fe",
  "::ffff:0:169.254.169.254",
  "64:ff9b::169.254.169.254",
  "64:ff9b::a9fe:a9fe",
  "64:ff9b:1::a9fe:a9fe",
  "::169.254.169.254",
  "2002:a9fe:a9fe::1",
  "2001:0:a9fe:a9fe::1",
  "2a00:1450::5efe:169.254.169.254",
]
const PRIVATE = ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "100.64.0.1", "::1", "fd12:3456::1", "fc00::1"]
const RESERVED = [
  "localhost",
  "localhost.",
  "LOCALHOST",
  "a.localhost",
  "metadata.google.internal",
  "host.docker.internal.",
  "printer.local",
  "router.home.arpa",
  "ollama",
  "metadata",
]

const ask = (host: string, options: GuardOptions = {}, port = 443) =>
  createGuard({ resolve: async () => [PUBLIC], ...options }).addressesOf(host, port)

/** What a socket of Node's would do: a lookup for names only, with the address it gets. */
function lookUp(host: string, options: GuardOptions, port = 443): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const lookup = createGuard({ resolve: async () => [PUBLIC], ...options }).lookup(host, port)
    lookup(host, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)))
  })
}

describe("the guard", () => {
  it.each(NEVER)("never lets anybody reach %s, not even by an allow-list that holds everything", async (address) => {
    for (const reach of [ask, lookUp]) {
      if (!address.includes("%"))
        await expect(reach(address, { allow: EVERYTHING })).rejects.toThrow(/no setting allows it/)
      await expect(reach("named.test", { allow: EVERYTHING, resolve: async () => [address] })).rejects.toThrow(
        /no setting allows it/,
      )
    }
  })

  it.each(PRIVATE)("reaches %s only where the allow-list holds the address or the name", async (address) => {
    const place = address.includes(":") ? `[${address}]:8080` : `${address}:8080`
    for (const reach of [ask, lookUp]) {
      const resolve = async () => [address]
      await expect(reach(address, {}, 8080)).rejects.toThrow(
        `Add ${place} to COUNTERSIGN_ALLOW_PRIVATE and start the server again.`,
      )
      await expect(reach("named.test", { resolve }, 8080)).rejects.toThrow("Add named.test:8080 to COUNTERSIGN_ALLOW")
      for (const entry of [address, place, "named.test", "named.test:8080", "*.test"])
        await expect(reach("named.test", { resolve, allow: parseAllowList(entry) }, 8080), entry).resolves.toBeTruthy()
      await expect(
        reach("named.test", { resolve, allow: parseAllowList("named.test:8081, 9.9.9.9") }, 8080),
      ).rejects.toThrow(NotAllowedError)
    }
  })

  it.each(RESERVED)("refuses %s by its name, before anybody looks it up, unless the list holds it", async (host) => {
    let asked = 0
    const resolve = async () => {
      asked += 1
      return [PUBLIC]
    }
    for (const reach of [ask, lookUp]) {
      await expect(reach(host, { resolve, allow: parseAllowList("10.0.0.0/8, 93.184.215.14") })).rejects.toThrow(
        NotAllowedError,
      )
      expect(asked).toBe(0)
    }
    expect(await ask(host, { resolve, allow: parseAllowList(host) })).toEqual([PUBLIC])
  })

  it("refuses a name as soon as one of its addresses may not be reached", async () => {
    for (const reach of [ask, lookUp])
      await expect(reach("named.test", { resolve: async () => [PUBLIC, "10.0.0.1"] })).rejects.toThrow(NotAllowedError)
  })

  it("hands over what it checked: a resolver that answers otherwise later is asked once", async () => {
    let times = 0
    const resolve = async () => (times++ === 0 ? [PUBLIC] : ["169.254.169.254"])
    expect(await lookUp("rebound.test", { resolve })).toEqual([{ address: PUBLIC, family: 4 }])
    expect(times).toBe(1)
  })

  it("finds Ollama where it listens by default, and nothing else of this machine", async () => {
    const allow = parseAllowList(ALLOWED_BY_DEFAULT)
    for (const host of ["127.0.0.1", "::1", "localhost"])
      expect(await ask(host, { allow, resolve: async () => ["127.0.0.1", "::1"] }, 11434)).not.toEqual([])
    for (const [host, port] of [
      ["127.0.0.1", 11435],
      ["localhost", 80],
      ["127.0.0.2", 11434],
      ["10.0.0.1", 11434],
    ] as const)
      await expect(ask(host, { allow }, port), `${host}:${port}`).rejects.toThrow(NotAllowedError)
  })
})

describe("the guard of a plugin", () => {
  const resolve = async () => ["10.0.0.1"]
  const egress = createEgress({
    resolve,
    allow: parseAllowList("*.corp.test"),
    standsForPublic: (host) => host === "stand.test",
  })
  const allowedIn = "the allow-list in Settings > Greetings"
  const guard = egress.guard({ allow: parseAllowList("10.0.0.1:5432\nlocalhost"), allowedIn })

  it("lets through what its own list holds, what the environment allows, and what tests stand in for", async () => {
    for (const [host, port] of [
      ["named.test", 5432],
      ["a.corp.test", 80],
      ["stand.test", 80],
    ] as const)
      expect(await guard.addressesOf(host, port), host).toEqual(["10.0.0.1"])
  })

  it("leaves out what is only usual: nobody allowed it to a plugin", async () => {
    const usual = createEgress({
      resolve,
      allow: parseAllowList(ALLOWED_BY_DEFAULT),
      allowToAll: parseAllowList("none"),
    })
    const own = usual.guard({ allow: parseAllowList("10.0.0.1:5432"), allowedIn })
    await expect(own.addressesOf("127.0.0.1", 11434)).rejects.toThrow("Add 127.0.0.1:11434 to the allow-list")
    expect(await own.addressesOf("10.0.0.1", 5432)).toEqual(["10.0.0.1"])
  })

  it("names the setting in a refusal, and never calls what no setting allows", async () => {
    await expect(guard.addressesOf("named.test", 80)).rejects.toThrow(
      "named.test:80 is an address inside a private network, and such are called only where an administrator allows it. Add named.test:80 to the allow-list in Settings > Greetings.",
    )
    await expect(guard.addressesOf("ollama", 80)).rejects.toThrow(`Add ollama:80 to ${allowedIn}.`)
    const open = egress.guard({ allow: EVERYTHING, allowedIn })
    await expect(open.addressesOf("169.254.169.254", 80)).rejects.toThrow("no setting allows it")
  })

  it("leaves the platform's own calls as narrow as they were", async () => {
    await expect(egress.ask("http://named.test:5432/", { timeoutMs: 500 })).rejects.toThrow(NotAllowedError)
  })
})

describe("an allow-list", () => {
  it("as a setting names the entry that is none, as a sentence", () => {
    expect(AllowListText.parse(" 10.0.0.0/8\n*.corp.test, db:5432 ")).toBe("10.0.0.0/8\n*.corp.test, db:5432")
    expect(AllowListText.parse("")).toBe("")
    expect(AllowListText.safeParse("db, http://x").error?.issues[0]?.message).toBe(
      '"http://x" is no host, address or range. Write such as ollama:11434, 10.0.0.0/8, [fd12::1]:8443 or *.corp.example.',
    )
  })

  it("reaches ranges also where IPv6 carries an address of theirs", async () => {
    const allow = parseAllowList("10.0.0.0/8")
    expect(await ask("::ffff:10.1.2.3", { allow })).toEqual(["::ffff:10.1.2.3"])
    await expect(ask("::ffff:11.1.2.3", { allow })).resolves.toBeTruthy()
    await expect(ask("::ffff:192.168.0.1", { allow })).rejects.toThrow(NotAllowedError)
  })

  it("holds a suffix for what stands below it, and not for what merely ends like it", async () => {
    const allow = parseAllowList("*.corp.test")
    const resolve = async () => ["10.0.0.1"]
    await expect(ask("a.corp.test", { allow, resolve })).resolves.toEqual(["10.0.0.1"])
    for (const host of ["corp.test", "acorp.test", "a.corp.test.evil.test"])
      await expect(ask(host, { allow, resolve }), host).rejects.toThrow(NotAllowedError)
  })

  it.each(["169.254.169.254", "[fe80::1]:80", "::ffff:169.254.169.254"])("says that %s cannot be allowed", (entry) => {
    expect(() => parseAllowList(`ollama, ${entry}`)).toThrow(`"${entry}" cannot be allowed`)
  })

  it.each(["http://ollama", "10.0.0.0/33", "10.0.0", "*", "a b", "ollama:port", "ollama:123456", "[::1"])(
    "names %s as an entry that is none",
    (entry) => expect(() => parseAllowList(entry)).toThrow(`"${entry}" is no host, address or range.`),
  )
})
