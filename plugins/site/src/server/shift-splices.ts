/**
 * Typing travels as splices, each told for the text that the tab showed. Others may have changed that text meanwhile:
 * the splice is told anew for the text as it is now.
 */
import type { SiteCommand } from "../contract.ts"
import { keyOf, type Splice, shiftSplice } from "../document.ts"
import type { LogRow } from "./site-store.ts"

export interface Shifting {
  /** What others did since: batches from now on are made before it and come after it. */
  hear(commands: readonly SiteCommand[]): void
  /** A batch of the tab, told for the text as it is now. Later batches were made on top of it. */
  shift(commands: readonly SiteCommand[]): SiteCommand[]
}

function openShifting(): Shifting {
  /** By text: what others did to it, told for the text that the tab showed after its own batches so far. */
  const heard = new Map<string, Splice[]>()
  return {
    hear(commands) {
      for (const command of commands) {
        const splice = spliceIn(command)
        if (!splice) continue
        const key = textKey(command)
        heard.set(key, [...(heard.get(key) ?? []), splice])
      }
    },
    shift: (commands) =>
      commands.map((command) => {
        const splice = spliceIn(command)
        const earlier = splice && heard.get(textKey(command))
        if (!earlier) return command
        let mine: Splice = splice
        const theirs: Splice[] = []
        for (const one of earlier) {
          theirs.push(shiftBack(one, mine))
          mine = shiftSplice(mine, one)
        }
        heard.set(textKey(command), theirs)
        return command.type === "spliceText" ? { ...command, ...mine } : command
      }),
  }
}

/** What others did since a tab looked, with the tab's own batches where they stand among it. */
export function shiftingAfter(
  rows: readonly LogRow[],
  tab: string,
  own: ReadonlyMap<number, readonly SiteCommand[]>,
): Shifting {
  const shifting = openShifting()
  for (const row of rows) {
    const mine = row.tab === tab && row.counter !== null ? own.get(row.counter) : undefined
    if (mine) shifting.shift(mine)
    else shifting.hear(row.commands)
  }
  return shifting
}

/** The earlier one as it is told for a text that has the later one already. At one point the earlier stands first. */
function shiftBack(earlier: Splice, later: Splice): Splice {
  return earlier.at + earlier.removed.length <= later.at ? earlier : shiftSplice(earlier, later)
}

function textKey(command: SiteCommand): string {
  return "node" in command ? `${keyOf(command.document)} ${command.node}` : ""
}

/** In the log, a text that was set anew says what stood there before: only the middle differs. */
function spliceIn(command: SiteCommand): Splice | null {
  if (command.type === "spliceText") return command
  if (command.type !== "setText") return null
  const { base, text } = command
  const most = Math.min(base.length, text.length)
  let head = 0
  while (head < most && base[head] === text[head]) head += 1
  let tail = 0
  while (tail < most - head && base.at(-1 - tail) === text.at(-1 - tail)) tail += 1
  return { at: head, removed: base.slice(head, base.length - tail), inserted: text.slice(head, text.length - tail) }
}
