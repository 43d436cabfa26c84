import { describe, expect, it } from "vitest"
import { neighbourhoodOf, networkOf } from "./network.ts"
import { type AttemptKind, MEMORY_SECONDS, MOST_COUNTED, secondsToWait } from "./sign-in-limits.ts"

const HOUR = 3_600
const DAY = 24 * HOUR
const MINUTE = 60

/** The table of attempts, in memory and under a clock that the test moves. What is tried here always fails. */
function attempts() {
  const marks: { kind: AttemptKind; subject: string; place: string; own: boolean; at: number }[] = []
  const clock = { now: 1_000_000 }
  function wait(kind: AttemptKind, subject: string, place: string, own = false): number {
    const ages = (wanted: (mark: (typeof marks)[number]) => boolean) =>
      marks
        .filter((mark) => mark.kind === kind && wanted(mark) && clock.now - mark.at < MEMORY_SECONDS)
        .map(({ at }) => clock.now - at)
        .sort((one, other) => one - other)
        .slice(0, MOST_COUNTED)
    return secondsToWait(kind, own, {
      here: ages((mark) => mark.subject === subject && mark.place === place),
      network: ages((mark) => mark.place === place),
      anywhere: ages((mark) => mark.subject === subject && !mark.own),
    })
  }
  return {
    clock,
    wait,
    /** Whether it was judged. */
    fail(kind: AttemptKind, subject: string, place: string, own = false): boolean {
      if (wait(kind, subject, place, own) > 0) return false
      marks.push({ kind, subject, place, own, at: clock.now })
      return true
    },
  }
}

/** Everybody tries as often as they may, second by second. */
function besiege(
  table: ReturnType<typeof attempts>,
  options: { kind: AttemptKind; places: number; seconds: number; everySeconds: number },
): number {
  let judged = 0
  const end = table.clock.now + options.seconds
  for (; table.clock.now < end; table.clock.now += options.everySeconds)
    for (let place = 0; place < options.places; place++)
      while (table.fail(options.kind, "ana", `198.51.100.${place}`)) judged++
  return judged
}

describe("guessing a password", () => {
  it("from fifty networks gets 630 guesses an hour at most, and Ana is never refused for it", () => {
    const table = attempts()
    const refused: number[] = []
    let judged = 0
    for (let minute = 0; minute < 60; minute++) {
      judged += besiege(table, { kind: "password", places: 50, seconds: MINUTE, everySeconds: 30 })
      // A network that Ana was never in, each minute another; and the browser she always uses.
      refused.push(table.wait("password", "ana", `203.0.113.${minute}`), table.wait("password", "ana", "browser", true))
    }

    expect(refused).toEqual(Array(120).fill(0))
    // Thirty until the siege is noticed, then three in a quarter of an hour for each network.
    expect(judged).toBeLessThanOrEqual(30 + 50 * 3 * 4)
    expect(judged).toBeGreaterThan(500)
  })

  it("leaves Ana tries for mistyping from a new network amidst a siege, and ten in her own browser", () => {
    const table = attempts()
    besiege(table, { kind: "password", places: 50, seconds: MINUTE, everySeconds: 30 })

    const tries = (place: string, own: boolean) => {
      let judged = 0
      while (table.fail("password", "ana", place, own)) judged++
      return judged
    }

    expect(tries("203.0.113.1", false)).toBe(3)
    expect(tries("browser", true)).toBe(10)
    expect(table.wait("password", "ana", "another browser", true)).toBe(0)
    expect(table.wait("password", "ana", "203.0.113.2")).toBe(0)
  })

  it("does not count what Ana's own browser gets wrong against networks, or the other way round", () => {
    const table = attempts()
    for (let at = 0; at < 10; at++) expect(table.fail("password", "ana", "browser", true)).toBe(true)

    expect(table.wait("password", "ana", "browser", true)).toBe(15 * MINUTE)
    expect(table.wait("password", "ana", "203.0.113.1")).toBe(0)
    expect(table.wait("password", "ben", "browser")).toBe(0)
  })

  it("stops one network that tries many people, for a quarter of an hour", () => {
    const table = attempts()
    for (let at = 0; at < 20; at++) expect(table.fail("password", `person ${at}`, "198.51.100.1")).toBe(true)

    expect(table.wait("password", "another", "198.51.100.1")).toBe(15 * MINUTE)
    table.clock.now += 15 * MINUTE
    expect(table.wait("password", "another", "198.51.100.1")).toBe(0)
  })
})

describe("guessing a code of six digits", () => {
  it("gets 40 tries on the first day and 25 on each other, from however many networks", () => {
    const table = attempts()
    const days = [0, 1, 2].map(() => besiege(table, { kind: "totp", places: 5, seconds: DAY, everySeconds: 30 }))

    expect(days[0]).toBeLessThanOrEqual(40)
    expect(days[1]).toBeLessThanOrEqual(25)
    expect(days[2]).toBeLessThanOrEqual(25)
    // A code counts for three of a million. A whole year of it finds one with less than three in a hundred.
    expect(365 * days[2]! * 3e-6).toBeLessThan(0.03)
  })

  it("keeps a browser that Ana signed in with out of it, and her backup codes", () => {
    const table = attempts()
    besiege(table, { kind: "totp", places: 5, seconds: DAY, everySeconds: 60 })

    expect(table.wait("totp", "ana", "browser", true)).toBe(0)
    expect(table.wait("backup-code", "ana", "203.0.113.1")).toBe(0)
    expect(table.wait("passkey", "", "203.0.113.1")).toBe(0)
  })

  it("is as slow in a browser that was stolen", () => {
    const table = attempts()
    let judged = 0
    for (let second = 0; second < DAY; second += 15, table.clock.now += 15)
      if (table.fail("totp", "ana", "browser", true)) judged++

    expect(judged).toBeLessThanOrEqual(40)
  })
})

describe("mails that nobody may have asked for", () => {
  it("come three at once and then one an hour, so that one with a link that opens is always there", () => {
    const table = attempts()
    const sentAt: number[] = []
    for (let second = 0; second < DAY; second += 30, table.clock.now += 30)
      while (table.fail("unasked-mail", "ana", "mail")) sentAt.push(second)

    expect(sentAt.length).toBeLessThanOrEqual(3 + 24)
    const gaps = sentAt.slice(1).map((at, index) => at - sentAt[index]!)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(HOUR)
  })
})

describe("networks", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7", "192.0.2.0/24"],
    ["::ffff:192.0.2.7", "192.0.2.7", "192.0.2.0/24"],
    ["2001:db8:1:2::7", "2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["2001:0db8:0001:0002:ffff:0:0:1", "2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["2001:DB8::1", "2001:db8:0:0::/64", "2001:db8:0::/48"],
    ["fe80::1%eth0", "fe80:0:0:0::/64", "fe80:0:0::/48"],
    ["local", "local", "local"],
  ])("%s counts as %s, and takes turns with %s", (address, network, neighbourhood) => {
    expect([networkOf(address), neighbourhoodOf(address)]).toEqual([network, neighbourhood])
  })
})
