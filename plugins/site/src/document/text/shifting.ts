/**
 * Typing travels as splices, each told for the text that a tab showed. Others may have changed that text meanwhile: the
 * splice is told anew for the text as it is now.
 */
import type { Command } from "../commands/command.ts"
import { keyOf } from "../tree/node.ts"
import { type Splice, shiftSplice } from "./shift-splice.ts"

export interface Shifting {
  /** What others did since: batches from now on are made before it and come after it. */
  hear(commands: readonly Command[]): void
  /** A batch of the tab, told for the text as it is now. Later batches were made on top of it. */
  shift<C extends Command>(commands: readonly C[]): C[]
  /** One that goes on by itself from here. */
  copy(): Shifting
}

export function openShifting(earlier?: ReadonlyMap<string, Splice[]>): Shifting {
  /** By text: what others did to it, told for the text that the tab showed after its own batches so far. */
  const heard = new Map(earlier)
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
        const { at, removed, inserted } = mine
        return command.type === "spliceText" ? { ...command, at, removed, inserted } : command
      }),
    copy: () => openShifting(heard),
  }
}

/** The earlier one as it is told for a text that has the later one already. At one point the earlier stands first. */
function shiftBack(earlier: Splice, later: Splice): Splice {
  return earlier.at + earlier.removed.length <= later.at ? earlier : shiftSplice(earlier, later)
}

function textKey(command: Command): string {
  return "node" in command ? `${keyOf(command.document)} ${command.node}` : ""
}

/** In the log, a text that was set anew says what stood there before: only the middle differs. */
function spliceIn(command: Command): Splice | null {
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
