import { parseArgs } from "node:util"
import { StartError } from "@countersign/core/host"
import { PlatformError } from "@countersign/core/server"
import { type Command, UsageError } from "./command.ts"
import { commands } from "./commands.ts"

process.exitCode = await main(process.argv.slice(2))

async function main(words: readonly string[]): Promise<number> {
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const command = commands.find(({ name }) => words.slice(0, name.split(" ").length).join(" ") === name)
  if (!command) {
    const asked = words.length > 0 && !["help", "--help", "-h"].includes(words[0]!)
    if (asked) process.stderr.write(`There is no command "${words.join(" ")}".\n\n`)
    for (const line of overview()) print(line)
    return asked ? 2 : 0
  }
  try {
    const { options, rest } = parse(command, words.slice(command.name.split(" ").length))
    return await command.run({ options, arguments: rest, variables: process.env, print })
  } catch (error) {
    if (error instanceof UsageError)
      process.stderr.write(`${error.message}\nUsage: countersign ${command.name} ${command.usage}\n`)
    else if (error instanceof StartError || error instanceof PlatformError) process.stderr.write(`${error.message}\n`)
    else
      process.stderr.write(
        `countersign ${command.name} failed because of a fault of its own: ${(error as Error).stack}\n`,
      )
    return error instanceof UsageError ? 2 : 1
  }
}

function parse(command: Command, words: string[]) {
  const expected = command.options ?? {}
  let parsed: { values: Record<string, unknown>; positionals: string[] }
  try {
    const options = Object.fromEntries(Object.entries(expected).map(([name, { type }]) => [name, { type }]))
    parsed = parseArgs({ args: words, options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
  for (const [name, { required }] of Object.entries(expected))
    if (required && parsed.values[name] === undefined) throw new UsageError(`--${name} is missing.`)
  const wanted = command.arguments ?? []
  if (parsed.positionals.length < wanted.length)
    throw new UsageError(`${wanted[parsed.positionals.length]} is missing.`)
  if (parsed.positionals.length > wanted.length)
    throw new UsageError(`"${parsed.positionals.at(-1)}" is one word too many.`)
  return { options: parsed.values as Record<string, string | boolean | undefined>, rest: parsed.positionals }
}

function overview(): string[] {
  const width = Math.max(...commands.map(({ name, usage }) => `${name} ${usage}`.length))
  const lines = commands.map(
    ({ name, usage, summary }) => `  countersign ${`${name} ${usage}`.padEnd(width)}  ${summary}`,
  )
  return [
    "Countersign, from the command line. It uses the same variables as the server (DATA_DIR, DATABASE_URL, COUNTERSIGN_SECRET, ...).",
    "",
    ...lines,
  ]
}
