/** One thing the command line does. Adding one is a file here and a line in `commands.ts`. */
export interface Command {
  /** `user create`: the words that choose it. */
  readonly name: string
  /** What follows the name, for the usage line. */
  readonly usage: string
  readonly summary: string
  /** Options that take a value, and those that do not. */
  readonly options?: Readonly<Record<string, { type: "string" | "boolean"; required?: boolean }>>
  readonly arguments?: readonly string[]
  /** Resolves to the exit code. */
  run(input: CommandInput): Promise<number>
}

export interface CommandInput {
  options: Readonly<Record<string, string | boolean | undefined>>
  arguments: readonly string[]
  variables: NodeJS.ProcessEnv
  print(line: string): void
}

/** The person at the terminal can mend this: it is printed without a stack. */
export class UsageError extends Error {
  override name = "UsageError"
}
