import { parseArgs } from "node:util"
import { type Command, UsageError } from "@countersign/core/cli"
import { StartError } from "@countersign/core/host"
import { DeveloperError, PlatformError } from "@countersign/core/server"
import { own } from "./commands.ts"
import { closestTo, demandOneOfEach, findCommand, type NamedFace } from "./find-command.ts"
import { faces } from "./plugins.ts"
import { overview, usageOf } from "./usage.ts"
import { withPlatform } from "./with-database.ts"

process.exitCode = await main(process.argv.slice(2))

async function main(words: readonly string[]): Promise<number> {
  try {
    // Ours need nothing of any plugin's commands, and a fault in one of those must not keep anybody from a backup.
    const command = findCommand(words, own.commands)
    if (command) return await run(command, words)
    const all = await loadFaces()
    const commands = all.flatMap((face) => face.commands)
    const brought = findCommand(words, commands)
    if (brought) return await run(brought, words)
    const asked = words.length > 0 && !["help", "--help", "-h"].includes(words[0]!)
    if (asked) process.stderr.write(`${unknown(words, commands)}\n\n`)
    for (const line of overview(all)) print(line)
    return asked ? 2 : 0
  } catch (error) {
    if (!(error instanceof DeveloperError)) throw error
    process.stderr.write(`The command line is wired wrongly. ${error.message}\n`)
    return 1
  }
}

async function loadFaces(): Promise<NamedFace[]> {
  const brought = await Promise.all(
    Object.entries(faces).map(async ([plugin, load]) => ({ plugin, ...(await load()).cli })),
  )
  const all = [{ plugin: "countersign", ...own }, ...brought]
  demandOneOfEach(all)
  return all
}

function unknown(words: readonly string[], commands: readonly Command[]): string {
  const meant = closestTo(words, commands)
  return `There is no command "${words.join(" ")}".${meant ? ` Did you mean "${meant.name}"?` : ""}`
}

async function run(command: Command, words: readonly string[]): Promise<number> {
  const variables = process.env
  try {
    const { options, rest } = parse(command, words.slice(command.name.split(" ").length))
    return await command.run({
      options,
      arguments: rest,
      variables,
      print,
      withPlatform: (work) => withPlatform(variables, work),
    })
  } catch (error) {
    if (error instanceof UsageError) process.stderr.write(`${error.message}\nUsage: ${usageOf(command)}\n`)
    else if (error instanceof StartError || error instanceof PlatformError) process.stderr.write(`${error.message}\n`)
    else
      process.stderr.write(
        `countersign ${command.name} failed because of a fault of its own: ${(error as Error).stack}\n`,
      )
    return error instanceof UsageError ? 2 : 1
  }
}

/** What people wrote into names and texts must not steer the terminal that shows it. */
function print(line: string): void {
  process.stdout.write(`${line.replaceAll(/[^\P{Cc}\n\t]/gu, "\uFFFD")}\n`)
}

function parse(command: Command, words: string[]) {
  const expected = command.options ?? {}
  let parsed: { values: Record<string, string | boolean | undefined>; positionals: string[] }
  try {
    const options = Object.fromEntries(Object.entries(expected).map(([name, { type }]) => [name, { type }]))
    parsed = parseArgs({ args: words, options, allowPositionals: true, strict: true }) as typeof parsed
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
  return { options: parsed.values, rest: parsed.positionals }
}
