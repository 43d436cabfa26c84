import type { SiteCommand } from "../../../contract.ts"
import { guardBySettings, type Site, takeBack } from "../../../document.ts"
import { whyNotFromTab } from "../../reserved-commands.ts"
import { elementName } from "../run/element-words.ts"
import type { Ran } from "../run/runner.ts"

export interface LoggedChange {
  readonly sequence: number
  readonly turn: string | null
  readonly by: string
  readonly commands: readonly SiteCommand[]
  readonly inverse: readonly SiteCommand[]
}

/**
 * Takes back the changes of a turn, the newest first. What others set since stays theirs, and what they put something into is not
 * removed; each thing that stays is named, with whose it is: by its id for models, by its words for people.
 */
export function revert(
  site: Site,
  { changes, later, byIds }: { changes: readonly LoggedChange[]; later: readonly LoggedChange[]; byIds: boolean },
): Ran<{ reverted: number; left: string[] }> {
  const newestFirst = changes
    .toSorted((a, b) => b.sequence - a.sequence)
    .map(({ inverse, sequence, turn }) => ({
      inverse,
      since: later.filter((one) => one.sequence > sequence && one.turn !== turn),
    }))
  const { commands, left } = takeBack(site, newestFirst, {
    guard: guardBySettings,
    about: (command) => {
      if ("node" in command) return ` of ${byIds ? command.node : elementName(site, command.node, command.document)}`
      return command.type === "page.set" && byIds ? ` of ${command.page}` : ""
    },
    refuses: (command) => whyNotFromTab([command as SiteCommand]),
  })
  return { commands, data: { reverted: commands.length, left: left.slice(0, 50) } }
}
