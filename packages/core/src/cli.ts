/** What a plugin's commands for the command line are made with. */
import type { Caller } from "./access/ctx.ts"
import type { AnyProcedure, InputOf, OutputOf } from "./contract/procedure.ts"

/** One thing the command line does: `command({ ... })` in a plugin's `./cli` face, or in apps/cli. */
export interface Command {
  /** `catalog import`: the words that choose it. */
  readonly name: string
  readonly summary: string
  readonly options?: CommandOptions
  /** What must follow the name: `["FILE"]`. */
  readonly arguments?: readonly string[]
  /** Resolves to the exit code. */
  run(host: CommandHost): Promise<number>
}

export type CommandOptions = Readonly<Record<string, CommandOption>>

export interface CommandOption {
  readonly type: "string" | "boolean"
  readonly required?: boolean
  /** What stands for the value in the usage: `ADDRESS`. */
  readonly value?: string
}

/** What a command works with. */
export interface CommandHost<Options extends CommandOptions = CommandOptions> {
  readonly options: OptionValues<Options>
  readonly arguments: readonly string[]
  readonly variables: NodeJS.ProcessEnv
  print(line: string): void
  /** Opens this installation, whose server may be running, for as long as the work takes. */
  withPlatform<T>(work: (opened: OpenedPlatform) => Promise<T>): Promise<T>
}

/** Whoever can start this command can read the database and its key: it acts as the platform, and each change says so in the audit log. */
export interface OpenedPlatform {
  readonly caller: Caller
  call<P extends AnyProcedure>(procedure: P, input: InputOf<P>): Promise<OutputOf<P>>
  /** Under a key of its own: asked again where its outcome stayed open, done once. */
  change<P extends AnyProcedure>(procedure: P, input: InputOf<P>): Promise<OutputOf<P>>
}

export type OptionValues<Options extends CommandOptions> = {
  readonly [Name in keyof Options]:
    | ValueOf<Options[Name]>
    | (Options[Name]["required"] extends true ? never : undefined)
}

type ValueOf<Option extends CommandOption> = { string: string; boolean: boolean }[Option["type"]]

export function command<const Options extends CommandOptions>(
  draft: Omit<Command, "options" | "run"> & {
    readonly options?: Options
    run(host: CommandHost<Options>): Promise<number>
  },
): Command {
  return draft
}

/** A plugin's commands, under the heading that the overview gives them. */
export interface CliFace {
  readonly title: string
  readonly commands: readonly Command[]
}

/** The person at the terminal can mend this: it is printed without a stack, and with the usage. */
export class UsageError extends Error {
  override name = "UsageError"
}
