/** A tab of the editor without its pages: it shows at once what somebody does, sends it, and takes in what the server says. */
import type { InputOf, OutputOf } from "@countersign/core/contract"
import type { Change, SiteCommand, siteContract } from "../contract.ts"
import { apply, type Command, change, emptySite, openReplica, type Replica, receive, refused } from "../document.ts"
import { flatten } from "./parts.ts"

type Contract = typeof siteContract

/** How a tab reaches a server. Whatever it throws, the tab does not know whether the server heard it. */
export interface Line {
  joinTab(): Promise<OutputOf<Contract["joinTab"]>>
  openDocument(input: InputOf<Contract["openDocument"]>): Promise<OutputOf<Contract["openDocument"]>>
  readSince(input: InputOf<Contract["readSince"]>): Promise<OutputOf<Contract["readSince"]>>
  applyCommands(input: InputOf<Contract["applyCommands"]>): Promise<OutputOf<Contract["applyCommands"]>>
}

export const HOME = { type: "page", id: "home" } as const

export interface TestTab {
  readonly name: string
  replica(): Replica
  /** False where it did not fit even here. */
  edit(commandFor: (replica: Replica, id: string) => Command): boolean
  send(line: Line): Promise<void>
  listen(line: Line): Promise<void>
  open(line: Line): Promise<void>
  /** Sequences by counter, as the server acknowledged them. */
  readonly acknowledged: Map<number, number>
  /** Why something was not done, by counter. */
  readonly reasons: Map<number, string>
  readonly made: () => number
}

export async function openTab(line: Line): Promise<TestTab> {
  const { tab: name } = await line.joinTab()
  let replica = openReplica(emptySite())
  let seen = 0
  let counter = 0
  const acknowledged = new Map<number, number>()
  const reasons = new Map<number, string>()
  const counterOf = (key: string) => Number(key.slice(key.indexOf(":") + 1))

  /** It may have given up what the server took after all. */
  const acknowledge = (own: number, sequence: number) => {
    acknowledged.set(own, sequence)
    reasons.delete(own)
  }
  const take = (answer: ReturnType<typeof refused>) => {
    replica = answer.replica
    for (const { key, reason } of answer.dropped) reasons.set(counterOf(key), reason)
  }
  const takeIn = (changes: readonly Change[], upTo: number) => {
    // What the answers to earlier calls brought already.
    const news = changes.filter(({ sequence }) => sequence > seen)
    for (const { tab, counter: own, sequence } of news) if (tab === name && own !== null) acknowledge(own, sequence)
    take(
      receive(
        replica,
        news.map((one) => ({ key: `${one.tab}:${one.counter}`, command: grouped(one.commands) })),
      ),
    )
    seen = Math.max(seen, upTo)
  }

  const tab: TestTab = {
    name,
    acknowledged,
    reasons,
    made: () => counter,
    replica: () => replica,
    edit(commandFor) {
      counter += 1
      const command = commandFor(replica, `${name}${counter.toString(36)}`)
      const changed = change(replica, { key: `${name}:${counter}`, command })
      if (changed.ok) replica = changed.replica
      else reasons.set(counter, changed.reason)
      return changed.ok
    },
    async send(line) {
      const batches = replica.pending
        .map(({ key, command }) => ({ counter: counterOf(key), commands: flatten(command) }))
        .filter(({ commands, counter: one }) => {
          // An empty group changes nothing, and nothing has to be sent for it.
          if (commands.length === 0) take(refused(replica, `${name}:${one}`))
          return commands.length > 0
        })
        .slice(0, 20)
      if (batches.length === 0) return
      const { answers } = await line.applyCommands({ tab: name, seen, batches })
      for (const answer of answers) {
        if (answer.accepted) acknowledge(answer.counter, answer.sequence)
        else {
          reasons.set(answer.counter, answer.reason)
          take(refused(replica, `${name}:${answer.counter}`))
        }
      }
      // It takes in what it was told before it sends more: batches are made on what it has seen.
      await tab.listen(line)
    },
    async listen(line) {
      const news = await line.readSince({ document: HOME, after: seen })
      if (news.tooFar) await tab.open(line)
      else takeIn(news.changes, news.sequence)
    },
    async open(line) {
      const opened = await line.openDocument({ document: HOME })
      const commands: Command[] = opened.sheets.map((sheet, at) => ({
        type: "sheet.add",
        sheet,
        after: opened.sheets[at - 1]?.id ?? null,
      }))
      const applied = apply(emptySite(), {
        type: "group",
        commands: [{ type: "document.add", document: HOME, content: opened.content }, ...commands],
      })
      if (!applied.ok) throw new Error(applied.reason)
      const site = { ...applied.site, facts: opened.facts }
      // What the server has among our pending ones is in there already; the rest goes on top.
      const pending = replica.pending.filter(({ key }) => {
        const at = acknowledged.get(counterOf(key))
        return at === undefined || at > opened.sequence
      })
      take(receive({ ...replica, pending, confirmed: site }, []))
      seen = opened.sequence
    },
  }
  await tab.open(line)
  return tab
}

function grouped(commands: readonly SiteCommand[]): Command {
  return { type: "group", commands }
}
