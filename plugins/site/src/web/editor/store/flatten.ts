import type { Command, SingleCommand } from "../../../document.ts"

/** A group happens as its commands do, one after the other: the list says the same without nesting. */
export function flatten(command: Command): SingleCommand[] {
  return command.type === "group" ? command.commands.flatMap(flatten) : [command]
}

export function grouped(commands: readonly SingleCommand[]): Command {
  return commands.length === 1 ? commands[0]! : { type: "group", commands }
}
