import { describe, expect, it } from "vitest"
import { READ_CLASSES } from "../contract/proposal.ts"
import { type Case, type Disposition, dispose } from "./dispose.ts"

const flags = [false, true]
const DESTINATIONS = ["none", "written", "named", "allowed", "allowedAnyPath", "unnamed"] as const
const every: Case[] = (["read", "mutate", "destructive"] as const).flatMap((effect) =>
  (["approve", "auto"] as const).flatMap((mode) =>
    READ_CLASSES.flatMap((read) =>
      DESTINATIONS.flatMap((destination) =>
        flags.flatMap((draft) =>
          flags.flatMap((alwaysSign) =>
            flags.flatMap((twoPerson) =>
              flags.flatMap((forbidAuto) =>
                flags.map((off) => ({
                  effect,
                  mode,
                  read,
                  destination,
                  draft,
                  alwaysSign,
                  policy: { twoPerson, forbidAuto, off },
                })),
              ),
            ),
          ),
        ),
      ),
    ),
  ),
)
const free = { twoPerson: false, forbidAuto: false, off: false }
const plain = { destination: "none", draft: false, alwaysSign: false, policy: free } as const
const where = (condition: (one: Case) => boolean) => every.filter(condition)
const outcomes = (cases: Case[]) => [...new Set(cases.map(dispose))]

describe("dispose", () => {
  // The specification's table, row by row: approve, auto, auto and tainted, by either class.
  const table: [string, Partial<Case>, Disposition[]][] = [
    ["a read", { effect: "read" }, ["run", "run", "run"]],
    [
      "a read that would go where nobody pointed",
      { effect: "read", destination: "unnamed" },
      ["propose", "propose", "propose"],
    ],
    ["a read of an address that somebody wrote", { effect: "read", destination: "written" }, ["run", "run", "run"]],
    [
      "a read of a place that is allowed with any path",
      { effect: "read", destination: "allowedAnyPath" },
      ["run", "run", "run"],
    ],
    ["a change of a draft", { effect: "mutate", draft: true }, ["run", "run", "run"]],
    ["a mutate", { effect: "mutate" }, ["propose", "apply", "propose"]],
    ["a destructive one", { effect: "destructive" }, ["propose", "propose", "propose"]],
    ["one that always asks", { effect: "mutate", alwaysSign: true }, ["propose", "propose", "propose"]],
    [
      "a draft that always asks",
      { effect: "mutate", draft: true, alwaysSign: true },
      ["propose", "propose", "propose"],
    ],
  ]
  it.each(table)("judges %s as the table says", (_, which, [approve, auto, tainted]) => {
    const judge = (mode: Case["mode"], read: Case["read"]) =>
      dispose({ effect: "read", ...plain, ...which, mode, read })
    expect([judge("approve", "own"), judge("auto", "own")]).toEqual([approve, auto])
    for (const read of ["colleague", "outside"] as const)
      expect([judge("approve", read), judge("auto", read)]).toEqual([approve, tainted])
  })

  it("covers every combination there is", () => {
    expect(every).toHaveLength(3 * 2 * 3 * 6 * 2 * 2 * 2 * 2 * 2)
  })

  it("refuses what is switched off, and nothing else", () => {
    expect(outcomes(where(({ policy }) => policy.off))).toEqual(["refuse"])
    expect(outcomes(where(({ policy }) => !policy.off))).not.toContain("refuse")
  })

  it("applies by itself only an untainted, undestructive change in auto mode that no policy holds back", () => {
    for (const one of where((given) => dispose(given) === "apply")) {
      expect(one).toMatchObject({ effect: "mutate", mode: "auto", read: "own", draft: false, alwaysSign: false })
      expect(one.destination).not.toBe("unnamed")
      expect(one.policy).toEqual(free)
    }
  })

  it("never lets anything go by itself to a destination nobody named", () => {
    const going = where(({ destination, policy }) => destination === "unnamed" && !policy.off)
    expect(outcomes(going)).toEqual(["propose"])
  })

  it("lets a host that was named or allowed be reached by itself until words from outside were read", () => {
    const going = (read: Case["read"]) =>
      where((one) => ["named", "allowed"].includes(one.destination) && one.read === read && !one.policy.off)
    expect(outcomes(going("outside"))).toEqual(["propose"])
    for (const read of ["own", "colleague"] as const)
      expect(outcomes(going(read).filter((one) => one.effect === "read" && !one.alwaysSign))).toEqual(["run"])
  })

  it("is only ever tightened by a policy", () => {
    const strictness: Disposition[] = ["run", "apply", "propose", "refuse"]
    for (const one of every)
      expect(strictness.indexOf(dispose(one))).toBeGreaterThanOrEqual(
        strictness.indexOf(dispose({ ...one, policy: free })),
      )
  })

  it("is never loosened by worse words", () => {
    const strictness: Disposition[] = ["run", "apply", "propose", "refuse"]
    const strict = (one: Case) => strictness.indexOf(dispose(one))
    for (const one of where(({ read }) => read === "outside")) {
      expect(strict(one)).toBeGreaterThanOrEqual(strict({ ...one, read: "colleague" }))
      expect(strict({ ...one, read: "colleague" })).toBeGreaterThanOrEqual(strict({ ...one, read: "own" }))
    }
  })
})
