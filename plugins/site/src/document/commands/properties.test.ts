import { isDeepStrictEqual } from "node:util"
import fc from "fast-check"
import { describe, expect, inject, it } from "vitest"
import "../../../../../packages/testing/src/vitest-context.ts"
import { problemsOf } from "../tree/invariants.ts"
import type { Site } from "../tree/node.ts"
import { apply } from "./apply.ts"
import { commandFor, type Intent, intents, startSite } from "./random-commands.fixture.ts"
import { applyReference, nestedOf } from "./reference.fixture.ts"
import { type Batch, change, openReplica, type Replica, receive, refused } from "./replica.ts"

const SEED = 20261117
const runs = inject("long") ? 10_000 : 300
const options = { seed: SEED, numRuns: runs, endOnFailure: false }

describe("any sequence of commands", () => {
  it(`does what the reference does, keeps every invariant and is given back by its inverses (${runs} sequences)`, () => {
    const seen = { done: 0, refused: 0 }
    fc.assert(
      fc.property(intents(30), (sequence) => {
        let site = startSite()
        let reference = nestedOf(site)
        for (const [at, intent] of sequence.entries()) {
          const command = commandFor(site, intent, `n${at}`)
          const before = site
          const applied = apply(site, command)
          const judged = applyReference(reference, command)
          if (applied.ok !== (judged !== null)) {
            throw new Error(
              `${JSON.stringify(command)}: ${applied.ok ? "only the reference refuses it" : applied.reason}`,
            )
          }
          if (!applied.ok) {
            if (!/^[A-Z"].*\.$/s.test(applied.reason)) throw new Error(`No sentence: ${applied.reason}`)
            seen.refused += 1
            continue
          }
          seen.done += 1
          site = applied.site
          reference = judged!
          same(nestedOf(site), reference)
          for (const document of site.documents.values()) same(problemsOf(document), [])
          const undone = apply(site, applied.inverse)
          if (!undone.ok) throw new Error(`The inverse of ${command.type} was refused: ${undone.reason}`)
          same(nestedOf(undone.site), nestedOf(before))
        }
      }),
      options,
    )
    // Chance that only ever met refusals would prove nothing.
    expect(seen.done).toBeGreaterThan(runs * 3)
    expect(seen.refused).toBeGreaterThan(runs)
  })

  it(`is taken back as a whole by its inverses, newest first (${runs} sequences)`, () => {
    fc.assert(
      fc.property(intents(40), (sequence) => {
        const start = startSite()
        let site = start
        const inverses = []
        for (const [at, intent] of sequence.entries()) {
          const applied = apply(site, commandFor(site, intent, `n${at}`))
          if (!applied.ok) continue
          site = applied.site
          inverses.unshift(applied.inverse)
        }
        const undone = apply(site, { type: "group", commands: inverses })
        expect(undone).toMatchObject({ ok: true })
        if (undone.ok) expect(nestedOf(undone.site)).toEqual(nestedOf(start))
      }),
      options,
    )
  })
})

describe("several tabs under the server's order", () => {
  it(`end with the equal site, whatever the interleaving (${runs} interleavings)`, () => {
    let dropped = 0
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5), intents(1)), { minLength: 4, maxLength: 60 }), (steps) => {
        const office = openOffice(3)
        for (const [n, [act, [intent]]] of steps.entries()) {
          const tab = n % 3
          if (act < 3) office.edit(tab, intent!, `t${tab}n${n}`)
          else if (act < 5) office.deliver(tab)
          else office.listen(tab)
        }
        office.settle()
        const server = nestedOf(office.server())
        for (const replica of office.tabs) {
          expect(replica.pending).toEqual([])
          same(nestedOf(replica.confirmed), server)
          same(nestedOf(replica.shown), server)
        }
        for (const document of office.server().documents.values()) expect(problemsOf(document)).toEqual([])
        dropped += office.dropped()
      }),
      options,
    )
    expect(dropped).toBeGreaterThan(0)
  })
})

/** Asked some ten thousand times; vitest's own comparison took most of the time of this file. */
function same(one: unknown, other: unknown): void {
  if (!isDeepStrictEqual(one, other)) expect(one).toEqual(other)
}

/** A server that orders what comes, and tabs that send and listen when they are told to. */
function openOffice(count: number) {
  let site: Site = startSite()
  const log: Batch[] = []
  let dropped = 0
  const tabs: Replica[] = Array.from({ length: count }, () => openReplica(site))
  const heard = tabs.map(() => 0)
  const sent = tabs.map(() => new Set<string>())

  const take = (tab: number, answer: { replica: Replica; dropped: readonly { key: string; reason: string }[] }) => {
    tabs[tab] = answer.replica
    for (const { reason } of answer.dropped) expect(reason).toMatch(/\.$/)
    dropped += answer.dropped.length
  }
  const office = {
    tabs,
    server: () => site,
    dropped: () => dropped,
    edit(tab: number, intent: Intent, key: string) {
      const changed = change(tabs[tab]!, { key, command: commandFor(tabs[tab]!.shown, intent, key) })
      if (changed.ok) tabs[tab] = changed.replica
    },
    /** The tab's oldest batch reaches the server. */
    deliver(tab: number) {
      const batch = tabs[tab]!.pending.find(({ key }) => !sent[tab]!.has(key))
      if (!batch) return
      sent[tab]!.add(batch.key)
      const applied = apply(site, batch.command)
      if (applied.ok) {
        site = applied.site
        log.push(batch)
      } else take(tab, refused(tabs[tab]!, batch.key))
    },
    listen(tab: number) {
      take(tab, receive(tabs[tab]!, log.slice(heard[tab])))
      heard[tab] = log.length
    },
    settle() {
      for (const tab of tabs.keys())
        while (tabs[tab]!.pending.some(({ key }) => !sent[tab]!.has(key))) office.deliver(tab)
      for (const tab of tabs.keys()) office.listen(tab)
    },
  }
  return office
}
