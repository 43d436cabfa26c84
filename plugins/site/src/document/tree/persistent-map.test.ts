import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { emptyMap, type PersistentMap } from "./persistent-map.ts"

describe("a persistent map", () => {
  it("is what a Map is after any writes, and every earlier one stays as it was", () => {
    // "Aa" and "BB" are alike to simple hashes; few keys make sure that entries meet.
    const key = fc.oneof(fc.constantFrom("Aa", "BB", "a", "b", ""), fc.string({ maxLength: 2 }))
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.option(fc.nat(9)))), (writes) => {
        const plain = new Map<string, number>()
        let map = emptyMap<number>()
        const history: [typeof map, [string, number][]][] = []
        for (const [name, value] of writes) {
          history.push([map, [...plain].toSorted()])
          if (value === null) plain.delete(name)
          else plain.set(name, value)
          map = value === null ? map.delete(name) : map.set(name, value)
          expect(map.size).toBe(plain.size)
        }
        for (const [earlier, entries] of history) expect([...earlier.entries()].toSorted()).toEqual(entries)
        expect([...map.entries()].toSorted()).toEqual([...plain].toSorted())
      }),
      { seed: 7, numRuns: 300 },
    )
  })

  it("tells in which keys two of them differ", () => {
    const key = fc.constantFrom("Aa", "BB", "a", "b", "", "c", "d", "0001a", "0001b")
    const writes = fc.array(fc.tuple(key, fc.option(fc.nat(3))))
    fc.assert(
      fc.property(writes, writes, (before, after) => {
        const write = (map: PersistentMap<number>, list: typeof before) =>
          list.reduce((made, [name, value]) => (value === null ? made.delete(name) : made.set(name, value)), map)
        const one = write(emptyMap<number>(), before)
        const other = write(one, after)
        const names = new Set([...one.keys(), ...other.keys()])

        const differences = one.differences(other)

        expect(differences.toSorted()).toEqual(
          [...names].filter((name) => one.get(name) !== other.get(name)).toSorted(),
        )
        expect(other.differences(one).toSorted()).toEqual(differences.toSorted())
      }),
      { seed: 7, numRuns: 300 },
    )
  })
})
