import type { CliFace, Command } from "@countersign/core/cli"
import { lettersBetween } from "@countersign/core/contract"
import { DeveloperError } from "@countersign/core/server"

/** The command that these words begin with; the longer name where two fit. */
export function findCommand(words: readonly string[], commands: readonly Command[]): Command | undefined {
  const fits = ({ name }: Command) => words.slice(0, name.split(" ").length).join(" ") === name
  return commands.filter(fits).sort((a, b) => b.name.length - a.name.length)[0]
}

/** What was perhaps meant: the one that differs in the fewest letters, if they are few. */
export function closestTo(words: readonly string[], commands: readonly Command[]): Command | undefined {
  const ranked = commands
    .map((command) => {
      const said = words.slice(0, command.name.split(" ").length).join(" ")
      return { command, letters: lettersBetween(said.slice(0, LONGEST).toLowerCase(), command.name) }
    })
    .sort((a, b) => a.letters - b.letters)
  const [best] = ranked
  return best && best.letters <= Math.max(2, best.command.name.length / 3) ? best.command : undefined
}

const LONGEST = 40

export interface NamedFace extends CliFace {
  readonly plugin: string
}

/** Two commands of one name would hide each other, so nothing runs until one has another. */
export function demandOneOfEach(faces: readonly NamedFace[]): void {
  const owners = new Map<string, string>()
  for (const { plugin, commands } of faces)
    for (const { name } of commands) {
      if (!/^[a-z][a-z-]*( [a-z][a-z-]*)*$/.test(name))
        throw new DeveloperError(`The plugin "${plugin}" brings the command "${name}": use lower-case words.`)
      const owner = owners.get(name)
      if (owner !== undefined)
        throw new DeveloperError(
          owner === plugin
            ? `The plugin "${plugin}" brings the command "${name}" twice.`
            : `"${owner}" and "${plugin}" both bring the command "${name}". Rename one of them.`,
        )
      owners.set(name, plugin)
    }
}
