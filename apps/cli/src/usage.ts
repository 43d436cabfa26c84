import type { CliFace, Command } from "@countersign/core/cli"

/** What follows the name, made from what the command takes, so that the two cannot differ. */
export function usageOf({ name, arguments: wanted = [], options = {} }: Command): string {
  const parts = Object.entries(options).map(([option, { type, value = option.toUpperCase(), required }]) => {
    const part = type === "boolean" ? `--${option}` : `--${option} ${value}`
    return required ? part : `[${part}]`
  })
  return ["countersign", name, ...wanted, ...parts].join(" ")
}

export function overview(faces: readonly CliFace[]): string[] {
  return [
    "Countersign, from the command line. It uses the same variables as the server (DATA_DIR, DATABASE_URL, COUNTERSIGN_SECRET, ...).",
    ...faces.flatMap(({ title, commands }) => ["", title, ...commands.flatMap(linesOf)]),
  ]
}

function linesOf(command: Command): string[] {
  return [`  ${usageOf(command)}`, `      ${command.summary}`]
}
