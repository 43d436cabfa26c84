export type LogLevel = "debug" | "info" | "warn" | "error"

/** One line per call. Values pass the mask before they leave the process. */
export interface Log {
  debug(message: string, fields?: object): void
  info(message: string, fields?: object): void
  warn(message: string, fields?: object): void
  error(message: string, fields?: object): void
  /** A log whose every line carries these fields as well. */
  with(fields: object): Log
}

const LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error"]

export function createLog(options: {
  level: LogLevel
  /** JSON for machines, short lines for people. */
  format: "json" | "pretty"
  mask?(text: string): string
  write?(line: string): void
  now?(): Date
}): Log {
  const {
    level,
    format,
    mask = (text) => text,
    write = (line) => process.stdout.write(line),
    now = () => new Date(),
  } = options
  const least = LEVELS.indexOf(level)

  function logWith(context: object): Log {
    const at =
      (lineLevel: LogLevel) =>
      (message: string, fields: object = {}) => {
        if (LEVELS.indexOf(lineLevel) < least) return
        const all = { ...context, ...fields }
        const line = format === "json" ? toJson(now(), lineLevel, message, all) : toLine(now(), lineLevel, message, all)
        write(`${mask(line)}\n`)
      }
    return {
      debug: at("debug"),
      info: at("info"),
      warn: at("warn"),
      error: at("error"),
      with: (fields) => logWith({ ...context, ...fields }),
    }
  }
  return logWith({})
}

export const silentLog: Log = createLog({ level: "error", format: "json", write: () => {} })

function toJson(at: Date, level: LogLevel, message: string, fields: object): string {
  return JSON.stringify({ at: at.toISOString(), level, message, ...fields }, replaceErrors)
}

function toLine(at: Date, level: LogLevel, message: string, fields: object): string {
  const rest = Object.entries(fields)
    .map(([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value, replaceErrors)}`)
    .join(" ")
  return `${at.toISOString().slice(11, 19)} ${level.padEnd(5)} ${message}${rest ? `  ${rest}` : ""}`
}

function replaceErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value
  const { name, stack, cause } = value
  const message = withoutValues(value as never)
  // Its first lines repeat the message.
  const frames = stack?.slice(Math.max(0, stack.search(/^ {4}at /m)))
  return { name, message, ...databaseFields(value as never), stack: frames, ...(cause ? { cause } : {}) }
}

/** What went into a statement, and what a row held, are people's words: the driver puts them into messages. */
function withoutValues(
  error: Error & { query?: unknown; params?: unknown; severity?: unknown; code?: unknown },
): string {
  if (typeof error.query === "string" && "params" in error) return `A statement failed: ${error.query}`
  const ofPostgres = typeof error.severity === "string" && typeof error.code === "string"
  // Class 22, data exceptions, and what a function raised quote what they were given.
  if (ofPostgres && /^(22|P0)/.test(error.code as string)) return "The database refused a value."
  return error.message
}

function databaseFields(error: Error & Record<string, unknown>): object {
  if (typeof error.severity !== "string") return {}
  const { code, table, constraint } = error
  return { code, ...(table ? { table } : {}), ...(constraint ? { constraint } : {}) }
}
