/** A server without HTTP and SQL: it orders batches as the real one does, and its line can be cut. */
import type { Change } from "../../../contract.ts"
import {
  apply,
  type DocumentRef,
  emptySite,
  guardBySettings,
  importPage,
  keyOf,
  openShifting,
  type SingleCommand,
  type Site,
  subtreeOf,
} from "../../../document.ts"
import { type Clock, type EditorStore, openStore } from "./editor-store.ts"
import { flatten } from "./flatten.ts"
import type { Line } from "./line.ts"

export const HOME: DocumentRef = { type: "page", id: "home" }

export interface TestServer {
  /** A tab of somebody. */
  open(by: string, options?: { mayEdit?: boolean }): Promise<TestEditor>
  site(): Site
  html(): string
  changes(): readonly Change[]
  /** Somebody's assistant changes something, which no tab sends. */
  byModel(by: string, commands: readonly SingleCommand[]): void
}

export interface TestEditor {
  readonly store: EditorStore
  /** From now on nothing gets through; answers that were on their way are lost. */
  cut(): void
  mend(): void
  /** The server hears the next batches, and its answer is lost. */
  loseNextAnswer(): void
  /** Time passes. */
  pass(ms: number): Promise<void>
}

export async function testServer(html: string): Promise<TestServer> {
  let ids = 0
  const nextId = () => {
    ids += 1
    return `n${ids}`
  }
  const page = importPage(html, { nextId })
  if (!page.ok) throw new Error(page.reason)
  const { title, mode, contentNodeId, fragment } = page
  const begun = apply(emptySite(), {
    type: "document.add",
    document: HOME,
    content: { title, mode, contentNodeId, fragment },
  })
  if (!begun.ok) throw new Error(begun.reason)
  let site = begun.site
  let tabs = 0
  const log: Change[] = []
  const followers = new Set<(news: { sequence: number; parts: readonly string[] }) => void>()

  return {
    site: () => site,
    changes: () => log,
    html: () => textOf(site),
    byModel(by, commands) {
      const applied = apply(site, { type: "group", commands }, guardBySettings)
      if (!applied.ok) throw new Error(applied.reason)
      site = applied.site
      const told = settled(commands, flatten(applied.inverse))
      log.push({ sequence: log.length + 1, tab: null, counter: null, by, byModel: true, own: true, commands: told })
      for (const follower of followers) follower({ sequence: log.length, parts: [keyOf(HOME)] })
    },
    async open(by, { mayEdit = true } = {}) {
      let isCut = false
      let losesAnswer = false
      let own: ((news: { sequence: number; parts: readonly string[] }) => void) | null = null
      const timers = new Set<{ at: number; run: () => void }>()
      let now = 0
      const reach = async () => {
        await Promise.resolve()
        if (isCut) throw new Error("The line is cut.")
      }
      const line: Line = {
        async joinTab() {
          await reach()
          tabs += 1
          return { tab: tabs.toString(36).padStart(4, "0") }
        },
        async openDocument() {
          await reach()
          const document = site.documents.get(keyOf(HOME))
          if (!document) throw new Error("The page was deleted.")
          const nodes = subtreeOf(document.nodes, document.rootNodeId).map(({ parent: _, ...record }) => record)
          return {
            sequence: log.length,
            document: HOME,
            content: {
              title: document.title,
              mode: document.mode,
              contentNodeId: document.contentNodeId,
              fragment: { roots: [document.rootNodeId], nodes },
            },
            sheets: [...site.sheets],
            facts: site.facts,
            notes: [],
          } as never
        },
        async readSince({ after }) {
          await reach()
          const changes = log.slice(after).map((row) => ({ ...row, own: row.by === by }))
          return { changes, sequence: log.length, tooFar: null }
        },
        async applyCommands({ tab, seen, batches }) {
          await reach()
          const shifting = openShifting()
          const sent = new Map(batches.map(({ counter, commands }) => [counter, commands]))
          for (const row of log.slice(seen)) {
            const mine = row.tab === tab && row.counter !== null ? sent.get(row.counter) : undefined
            if (mine) shifting.shift(mine)
            else shifting.hear(row.commands)
          }
          const answers = batches.map(({ counter, commands }) => {
            const before = log.find((row) => row.tab === tab && row.counter === counter)
            if (before) return { accepted: true as const, counter, sequence: before.sequence, notes: [] }
            const told = shifting.shift(commands)
            const applied = apply(site, { type: "group", commands: told }, guardBySettings)
            if (!applied.ok) return { accepted: false as const, counter, reason: applied.reason }
            site = applied.site
            const row = {
              sequence: log.length + 1,
              tab,
              counter,
              by,
              byModel: false,
              own: true,
              commands: settled(told, flatten(applied.inverse)),
            }
            log.push(row)
            return { accepted: true as const, counter, sequence: row.sequence, notes: [] }
          })
          for (const follower of followers) follower({ sequence: log.length, parts: [keyOf(HOME)] })
          if (losesAnswer) {
            losesAnswer = false
            throw new Error("The answer was lost.")
          }
          return { answers, sequence: log.length }
        },
        follow(_after, hear) {
          own = (news) => {
            if (!isCut) hear(news)
          }
          followers.add(own)
          return () => followers.delete(own!)
        },
        isPassing: () => true,
      }
      const clock: Clock = {
        now: () => now,
        later(ms, run) {
          const timer = { at: now + ms, run }
          timers.add(timer)
          return () => timers.delete(timer)
        },
      }
      const store = await openStore({ document: HOME, line, clock, mayEdit })
      return {
        store,
        cut() {
          isCut = true
        },
        mend() {
          isCut = false
          own?.({ sequence: log.length, parts: [keyOf(HOME)] })
        },
        loseNextAnswer() {
          losesAnswer = true
        },
        async pass(ms) {
          now += ms
          for (const timer of [...timers])
            if (timer.at <= now && timers.delete(timer)) {
              timer.run()
              await settle()
            }
          await settle()
        },
      }
    },
  }
}

/** Everything that only waits for promises has happened. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 200; round += 1) await Promise.resolve()
}

function settled(commands: readonly SingleCommand[], inverse: readonly SingleCommand[]): Change["commands"] {
  const back = inverse.toReversed()
  return commands.map((command, at) => {
    const other = back[at]
    if (command.type !== "setText" || other?.type !== "setText") return command
    return { ...command, text: other.base, base: other.text }
  }) as Change["commands"]
}

/** What the body says, with the tags that are in it. */
export function textOf(site: Site): string {
  const document = site.documents.get(keyOf(HOME))
  if (!document) return ""
  const write = (id: string): string => {
    const node = document.nodes.get(id)!
    if (node.kind !== "element") return node.text
    const attributes = node.attributes.map(([name, value]) => ` ${name}="${value}"`).join("")
    const classes = node.classes.length > 0 ? ` class="${node.classes.join(" ")}"` : ""
    return `<${node.tag}${attributes}${classes}>${node.children.map(write).join("")}</${node.tag}>`
  }
  const body = document.nodes.get(document.contentNodeId)!
  return body.kind === "element" ? body.children.map(write).join("") : ""
}

/** The first node of the page with this tag, or the text with these words. */
export function find(store: EditorStore, wanted: string): string {
  const { document } = store.get()
  for (const node of subtreeOf(document!.nodes, document!.contentNodeId))
    if (node.kind === "element" ? node.tag === wanted : node.text.includes(wanted)) return node.id
  throw new Error(`There is no ${wanted}.`)
}
