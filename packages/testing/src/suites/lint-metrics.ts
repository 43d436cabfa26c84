/**
 * What `promtool check metrics` finds in a scrape: what cannot be parsed, and names and types that break Prometheus'
 * conventions. One sentence for each.
 */
export function lintMetrics(text: string): string[] {
  const faults: string[] = []
  const types = new Map<string, string>()
  const helps = new Set<string>()
  const series = new Set<string>()
  const ended = new Set<string>()
  let current = ""
  if (!text.endsWith("\n")) faults.push("The last line has no end.")
  for (const line of text.split("\n").slice(0, -1)) {
    const about = /^# (HELP|TYPE) (\S+)(?: (.*))?$/.exec(line)
    const sample = SAMPLE.exec(line)
    if (about) {
      const [, what, name, rest = ""] = about
      if (what === "HELP" ? helps.has(name!) : types.has(name!)) faults.push(`${name}: a second ${what} line.`)
      if (rest === "") faults.push(`${name}: nothing after ${what}.`)
      if (what === "HELP") helps.add(name!)
      else types.set(name!, rest)
      enter(name!)
    } else if (sample) {
      const [, name, labels = ""] = sample
      const family = familyOf(name!, types)
      enter(family)
      const key = `${name}{${labels
        .split(/,(?=[a-zA-Z_]+=")/)
        .sort()
        .join()}}`
      if (series.has(key)) faults.push(`${key}: a second time.`)
      series.add(key)
      for (const [, label] of labels.matchAll(/([a-zA-Z_][a-zA-Z0-9_]*)="/g))
        faults.push(...labelFaults(family, label!))
    } else faults.push(`This line cannot be read: ${line}`)
  }
  for (const [name, type] of types) faults.push(...nameFaults(name, type, helps.has(name)))
  for (const name of [...helps].filter((one) => !types.has(one))) faults.push(`${name}: no type.`)
  return [...new Set(faults)]

  /** All lines of a family stand together. */
  function enter(family: string): void {
    if (family === current) return
    if (current !== "") ended.add(current)
    if (ended.has(family)) faults.push(`${family}: its lines do not stand together.`)
    if (!types.has(family) && !helps.has(family)) faults.push(`${family}: no help and no type before its lines.`)
    current = family
  }

  function labelFaults(family: string, label: string): string[] {
    if (/[A-Z]/.test(label)) return [`${family}: the label ${label} is not in snake case.`]
    if (label === "le" && types.get(family) !== "histogram") return [`${family}: the label le is a histogram's alone.`]
    if (label === "quantile" && types.get(family) !== "summary") return [`${family}: quantile is a summary's alone.`]
    return []
  }
}

const VALUE = String.raw`(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|[+-]Inf|NaN)`
const LABEL = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"`
const SAMPLE = new RegExp(String.raw`^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(${LABEL}(?:,${LABEL})*)\})? ${VALUE}$`)

function familyOf(name: string, types: ReadonlyMap<string, string>): string {
  const whole = name.replace(/_(bucket|sum|count)$/, "")
  return whole !== name && types.get(whole) === "histogram" ? whole : name
}

/** By what stands for them in base units. */
const UNITS: Record<string, readonly string[]> = {
  seconds: ["milliseconds", "microseconds", "nanoseconds", "minutes", "hours", "days", "weeks"],
  bytes: ["kilobytes", "megabytes", "gigabytes", "kibibytes", "mebibytes", "gibibytes", "bits"],
  ratio: ["percent", "percentage"],
  celsius: ["fahrenheit", "kelvin"],
  meters: ["kilometers", "millimeters", "inches", "feet", "miles"],
}
const ABBREVIATED = [
  "s",
  "ms",
  "us",
  "ns",
  "sec",
  "secs",
  "b",
  "kb",
  "mb",
  "gb",
  "tb",
  "kib",
  "mib",
  "gib",
  "m",
  "km",
  "h",
  "d",
]

function nameFaults(name: string, type: string, hasHelp: boolean): string[] {
  const faults: string[] = []
  const words = name.split("_")
  if (!hasHelp) faults.push("no help.")
  if (!["counter", "gauge", "histogram", "summary", "untyped"].includes(type)) faults.push(`${type} is no type.`)
  if (/[A-Z]/.test(name) || name.includes(":")) faults.push("the name is not in snake case.")
  if (type === "counter" && words.at(-1) !== "total") faults.push("a counter ends in _total.")
  if (type !== "counter" && words.at(-1) === "total") faults.push("only a counter ends in _total.")
  if (!["histogram", "summary"].includes(type) && ["count", "sum", "bucket"].includes(words.at(-1)!))
    faults.push("only parts of histograms and summaries end like this.")
  for (const word of ["counter", "gauge", "histogram", "summary"])
    if (words.includes(word)) faults.push(`the name repeats that it is a ${word}.`)
  for (const [base, others] of Object.entries(UNITS))
    for (const unit of others) if (words.includes(unit)) faults.push(`use ${base} instead of ${unit}.`)
  for (const unit of ABBREVIATED) if (words.includes(unit)) faults.push(`write the unit ${unit} out.`)
  return faults.map((fault) => `${name}: ${fault}`)
}
