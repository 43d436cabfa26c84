import { EVENT_ID, type Event, getScalarValue, parseEvents, YAMLException } from "js-yaml"
import type { z } from "zod"
import { LONGEST_IMPORT, TOO_LONG } from "../../../contract/transfer.ts"
import {
  addProblem,
  cut,
  EnvironmentDraft,
  emptyFile,
  GroupDraft,
  MOST_VALUES_OF_ONE,
  type ParsedFile,
  type Problem,
  quote,
  readDraft,
  SystemDraft,
} from "./draft.ts"

// A system needs five.
const MAX_DEPTH = 20

/** Three lists: `groups`, `environments` and `systems`, in the shape that exportCatalog writes. */
export function parseYaml(text: string): ParsedFile {
  const file = emptyFile()
  if (text.length > LONGEST_IMPORT) {
    addProblem(file, 1, TOO_LONG)
    return file
  }
  try {
    readDocument(text, parseEvents(text, { maxDepth: MAX_DEPTH }), file)
  } catch (error) {
    if (error instanceof YamlProblem) addProblem(file, error.line, `This YAML cannot be read: ${error.message}`)
    else if (error instanceof YAMLException) addProblem(file, (error.mark?.line ?? 0) + 1, toSentence(error.reason))
    else throw error
  }
  return file
}

class YamlProblem extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

type Value = string | Value[] | { [key: string]: Value }

/** Goes through the events once, and makes one entry after the other. */
function readDocument(text: string, events: readonly Event[], file: ParsedFile): void {
  const anchors = new Map<string, Value>()
  const lineAt = lineCounter(text)
  let next = 0
  // Without a word in it, a file has no document.
  if (events.length === 0) {
    addProblem(file, 1, "The file is empty.")
    return
  }
  next++
  const top = events[next]
  if (top?.type === EVENT_ID.MAPPING) {
    next++
    readLists()
  } else addProblem(file, 1, 'The file must have a list called "systems", "groups" or "environments".')

  function readLists(): void {
    const seen = new Set<string>()
    while (!isEnd()) {
      const line = lineHere()
      const name = readKey()
      if (seen.has(name)) addProblem(file, line, twice(name))
      seen.add(name)
      let goesOn = true
      if (name === "systems")
        goesOn = readList("system", SystemDraft, (at, draft) => file.systems.push({ line: at, draft }))
      else if (name === "groups")
        goesOn = readList("group", GroupDraft, (at, draft) => file.groups.push({ line: at, draft }))
      else if (name === "environments")
        goesOn = readList("environment", EnvironmentDraft, (at, draft) => file.environments.push({ line: at, draft }))
      else {
        addProblem(file, line, `${quote(name)} is not known here. The file has "systems", "groups" and "environments".`)
        readValue()
      }
      if (!goesOn) return
    }
    // The end of the map and of the document.
    next += 2
    if (next < events.length)
      throw new YamlProblem(
        lineAt(startOf(events[next + 1])),
        'it has several documents. Remove the lines with "---" between them.',
      )
    if (seen.size === 0) addProblem(file, 1, "The file is empty.")
  }

  function readList<Schema extends z.ZodType>(
    kind: Problem["kind"],
    schema: Schema,
    keep: (line: number, draft: z.output<Schema>) => void,
  ): boolean {
    const line = lineHere()
    if (events[next]?.type !== EVENT_ID.SEQUENCE) {
      if (readValue() !== "") addProblem(file, line, `"${kind}s" must be a list: begin each ${kind} with "- name:".`)
      return true
    }
    refuseTag()
    next++
    while (!isEnd()) {
      const at = lineHere()
      const value = emptied(readValue())
      if (!readDraft(file, schema, { line: at, kind, value }, (draft) => keep(at, draft))) return false
    }
    next++
    return true
  }

  function readValue(): Value {
    refuseTag()
    const event = events[next++] as Event
    if (event.type === EVENT_ID.ALIAS) {
      const value = anchors.get(text.slice(event.anchorStart, event.anchorEnd))
      if (value === undefined)
        throw new YamlProblem(lineAt(event.anchorStart), "an alias repeats a value that is not there before it.")
      return value
    }
    if (event.type !== EVENT_ID.SCALAR && event.type !== EVENT_ID.SEQUENCE && event.type !== EVENT_ID.MAPPING)
      throw new Error(`An event of the kind ${event.type} stands where a value should.`)
    const value =
      event.type === EVENT_ID.SCALAR
        ? getScalarValue(text, event)
        : event.type === EVENT_ID.SEQUENCE
          ? readItems()
          : readPairs()
    if (event.anchorStart >= 0) anchors.set(text.slice(event.anchorStart, event.anchorEnd), value)
    return value
  }

  function readItems(): Value[] {
    const items: Value[] = []
    while (!isEnd()) items.push(readValue())
    next++
    return items
  }

  /** Which of two values under one name was meant, only the author knows. */
  function readPairs(): Value {
    // Without a prototype "__proto__" is a key like any other.
    const pairs: { [key: string]: Value } = Object.create(null)
    for (let count = 0; !isEnd(); count++) {
      const line = lineHere()
      const key = readKey()
      if (key in pairs) addProblem(file, line, twice(key))
      const value = readValue()
      // One more is enough to refuse it, and aliases may ask a hundred times for its keys.
      if (count <= MOST_VALUES_OF_ONE) pairs[key] = value
    }
    next++
    return pairs
  }

  function readKey(): string {
    const line = lineHere()
    const key = readValue()
    if (typeof key !== "string") throw new YamlProblem(line, "a list or a map stands where the name of a field should.")
    return key
  }

  function refuseTag(): void {
    const event = events[next]
    if (!event || !("tagStart" in event) || event.tagStart < 0) return
    const tag = text.slice(event.tagStart, event.tagEnd)
    throw new YamlProblem(
      lineAt(event.tagStart),
      `a tag such as ${quote(tag)} means nothing here. Remove it, and write the value itself.`,
    )
  }

  function isEnd(): boolean {
    return events[next]?.type === EVENT_ID.POP
  }

  function lineHere(): number {
    return lineAt(startOf(events[next]))
  }
}

/** Keys and items without a value stand nowhere. */
function startOf(event: Event | undefined): number {
  if (!event || event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP) return -1
  if (event.type === EVENT_ID.SCALAR) return event.valueStart
  return event.type === EVENT_ID.ALIAS ? event.anchorStart : event.start
}

/** Asked for places that come one after the other, it reads the text once. */
function lineCounter(text: string): (at: number) => number {
  let line = 1
  let newline = text.indexOf("\n")
  return (at) => {
    while (newline >= 0 && newline < at) {
      line++
      newline = text.indexOf("\n", newline + 1)
    }
    return line
  }
}

/** A key without a value empties the field, whatever its kind. */
function emptied(value: Value): Value {
  if (typeof value === "string" || Array.isArray(value)) return value
  for (const key of LISTS) if (value[key] === "") value[key] = []
  for (const key of MAPS) if (value[key] === "") value[key] = {}
  return value
}

const LISTS = ["contacts", "links", "tags", "groups", "environments"]
const MAPS = ["metadata", "fields"]

function twice(name: string): string {
  return `${quote(name)} is there twice. Keep one of them.`
}

function toSentence(reason: string): string {
  if (reason.includes("maxDepth")) return `This YAML cannot be read: it nests deeper than ${MAX_DEPTH} levels.`
  return `This is not YAML: ${cut(reason, 200)}`
}
