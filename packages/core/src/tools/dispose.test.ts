import { describe, expect, it } from "vitest"
import { type Case, type Disposition, dispose } from "./dispose.ts"

const flags = [false, true]
const every: Case[] = (["read", "mutate", "destructive"] as const).flatMap((effect) =>
  (["approve", "auto"] as const).flatMap((mode) =>
    flags.flatMap((tainted) =>
      ([null, "named", "unnamed"] as const).flatMap((destination) =>
        flags.flatMap((draft) =>
          flags.flatMap((alwaysSign) =>
            flags.flatMap((twoPerson) =>
              flags.flatMap((forbidAuto) =>
                flags.map((off) => ({
                  effect,
                  mode,
                  tainted,
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
const plain = { destination: null, draft: false, alwaysSign: false, policy: free } as const
const where = (condition: (one: Case) => boolean) => every.filter(condition)
const outcomes = (cases: Case[]) => [...new Set(cases.map(dispose))]

describe("dispose", () => {
  // The specification's table, row by row: approve, auto, auto and tainted.
  const table: [string, Partial<Case>, Disposition[]][] = [
    ["a read", { effect: "read" }, ["run", "run", "run"]],
    [
      "a read that would go where nobody pointed",
      { effect: "read", destination: "unnamed" },
      ["propose", "propose", "propose"],
    ],
    ["a read that goes where somebody pointed", { effect: "read", destination: "named" }, ["run", "run", "run"]],
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
    const judge = (mode: Case["mode"], taint: boolean) =>
      dispose({ effect: "read", ...plain, ...which, mode, tainted: taint })
    expect([judge("approve", false), judge("auto", false), judge("auto", true)]).toEqual([approve, auto, tainted])
    expect(judge("approve", true)).toBe(approve)
  })

  it("covers every combination there is", () => {
    expect(every).toHaveLength(3 * 2 * 2 * 3 * 2 * 2 * 2 * 2 * 2)
  })

  it("refuses what is switched off, and nothing else", () => {
    expect(outcomes(where(({ policy }) => policy.off))).toEqual(["refuse"])
    expect(outcomes(where(({ policy }) => !policy.off))).not.toContain("refuse")
  })

  it("applies by itself only an untainted, undestructive change in auto mode that no policy holds back", () => {
    for (const one of where((given) => dispose(given) === "apply")) {
      expect(one).toMatchObject({ effect: "mutate", mode: "auto", tainted: false, draft: false, alwaysSign: false })
      expect(one.destination).not.toBe("unnamed")
      expect(one.policy).toEqual(free)
    }
  })

  it("never lets anything go by itself to a destination nobody named", () => {
    const going = where(({ destination, policy }) => destination === "unnamed" && !policy.off)
    expect(outcomes(going)).toEqual(["propose"])
  })

  it("is only ever tightened by a policy", () => {
    const strictness: Disposition[] = ["run", "apply", "propose", "refuse"]
    for (const one of every)
      expect(strictness.indexOf(dispose(one))).toBeGreaterThanOrEqual(
        strictness.indexOf(dispose({ ...one, policy: free })),
      )
  })

  it("is never loosened by a taint", () => {
    const strictness: Disposition[] = ["run", "apply", "propose", "refuse"]
    for (const one of where(({ tainted }) => tainted))
      expect(strictness.indexOf(dispose(one))).toBeGreaterThanOrEqual(
        strictness.indexOf(dispose({ ...one, tainted: false })),
      )
  })
})
