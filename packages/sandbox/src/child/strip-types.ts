import { stripTypeScriptTypes } from "node:module"

export class SourceError extends Error {
  readonly line: number | undefined

  constructor(message: string, line: number | undefined) {
    super(message)
    this.line = line
  }
}

/** The source as JavaScript: types become blanks, so that every line and column stays where it was. */
export function stripTypes(source: string): string {
  try {
    return stripTypeScriptTypes(source)
  } catch (error) {
    const { code, message, stack } = error as { code?: string; message: string; stack: string }
    if (code === "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX")
      throw new SourceError(
        `${message.replace(/ is not supported in strip-only mode$/, "")} is not understood here: write it without syntax that has to be turned into code (enums, namespaces, parameter properties).`,
        lineOf(stack),
      )
    if (code === "ERR_INVALID_TYPESCRIPT_SYNTAX") throw new SourceError(message, lineOf(stack))
    // The parser itself broke, and every later call of it in this process would: the process has to go.
    throw error
  }
}

/** Node puts the file, which has no name here, and the line before everything else. */
function lineOf(stack: string): number | undefined {
  const line = /^:(\d+)\n/.exec(stack)?.[1]
  return line === undefined ? undefined : Number(line)
}
