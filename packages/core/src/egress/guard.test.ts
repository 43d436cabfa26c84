import { describe, expect, it } from "vitest"
import { ALLOWED_BY_DEFAULT, parseAllowList } from "./allow-list.ts"
import { createGuard, type GuardOptions, NotAllowedError } from "./guard.ts"

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

describe("an allow-list", () => {
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
