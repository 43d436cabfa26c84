import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from "yaml"
import type { z } from "zod"
import { LONGEST_IMPORT, TOO_LONG } from "../../contract/transfer.ts"
import {
  EnvironmentDraft,
  emptyFile,
  fileProblem,
  GroupDraft,
  type ParsedFile,
  type Problem,
  readDraft,
  SystemDraft,
} from "./draft.ts"

// More than anybody writes by hand, and far less than it takes to blow a small file up to gigabytes.
const MAX_ALIASES = 100
// A system needs four. A megabyte of opening brackets takes the parser six seconds.
const MAX_DEPTH = 100
const MAX_PROBLEMS = 20

/** Three lists: `groups`, `environments` and `systems`, in the shape that exportCatalog writes. */
export function parseYaml(text: string): ParsedFile {
  const file = emptyFile()
  if (text.length > LONGEST_IMPORT) {
    file.problems.push(fileProblem(1, TOO_LONG))
    return file
  }
  try {
    readDocument(text, file)
  } catch (error) {
    // Too many aliases, or nesting deeper than the stack.
    file.problems.push(fileProblem(1, `This YAML cannot be read: ${(error as Error).message}`))
  }
  return file
}

function readDocument(text: string, file: ParsedFile): void {
  if (depthOf(text) > MAX_DEPTH) {
    file.problems.push(fileProblem(1, `This YAML cannot be read: it nests deeper than ${MAX_DEPTH} levels.`))
    return
  }
  const lines = new LineCounter()
  // Only texts, lists and maps: a version such as 1.10 or a tag such as "on" stays what was written.
  // Keys that occur twice are found below: the parser compares each with each, half a minute for a long map.
  const document = parseDocument(text, {
    lineCounter: lines,
    schema: "failsafe",
    uniqueKeys: false,
    // To quote the line of each error the parser walks the text again for each of them.
    prettyErrors: false,
  })
  for (const error of document.errors.slice(0, MAX_PROBLEMS)) {
    const [reason = error.message] = error.message.split("\n")
    file.problems.push(fileProblem(lines.linePos(error.pos[0]).line, `This is not YAML: ${reason}`))
  }
  for (const [key, name] of repeatedKeys(document))
    file.problems.push(fileProblem(lineOf(key, lines), `"${name}" is there twice. Keep one of them.`))
  if (file.problems.length > 0) return
  const top = document.contents
  if (!isMap(top)) {
    file.problems.push(fileProblem(1, 'The file must have a list called "systems", "groups" or "environments".'))
    return
  }
  for (const { key, value } of top.items) {
    const name = isScalar(key) ? String(key.value) : ""
    const line = lineOf(key as Node, lines)
    if (name === "systems")
      readList(value, "system", SystemDraft, (at, draft) => file.systems.push({ line: at, draft }))
    else if (name === "groups")
      readList(value, "group", GroupDraft, (at, draft) => file.groups.push({ line: at, draft }))
    else if (name === "environments")
      readList(value, "environment", EnvironmentDraft, (at, draft) => file.environments.push({ line: at, draft }))
    else
      file.problems.push(
        fileProblem(line, `"${name}" is not known here. The file has "systems", "groups" and "environments".`),
      )
  }
  if (top.items.length === 0) file.problems.push(fileProblem(1, "The file is empty."))

  function readList<Schema extends z.ZodType>(
    list: unknown,
    kind: Problem["kind"],
    schema: Schema,
    keep: (line: number, draft: z.output<Schema>) => void,
  ): void {
    if (isEmpty(list)) return
    if (!isSeq(list)) {
      file.problems.push(
        fileProblem(lineOf(list as Node, lines), `"${kind}s" must be a list: begin each ${kind} with "- name:".`),
      )
      return
    }
    for (const item of list.items as Node[]) {
      const line = lineOf(item, lines)
      readDraft(file, schema, { line, kind, value: toValue(item, document) }, (draft) => keep(line, draft))
    }
  }
}

/** A key without a value empties the field, whatever its kind. */
function toValue(item: Node, document: Document): unknown {
  const value = item.toJS(document, { maxAliasCount: MAX_ALIASES })
  if (!isMap(item)) return value
  for (const key of ["contacts", "links", "tags", "groups", "environments"]) if (value[key] === "") value[key] = []
  for (const key of ["metadata", "fields"]) if (value[key] === "") value[key] = {}
  return value
}

/** The second of two keys with one name in the same place: which of the values was meant, only the author knows. */
function repeatedKeys(document: Document): [Node, string][] {
  const repeated: [Node, string][] = []
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (seen.has(key.value)) repeated.push([key, String(key.value)])
        seen.add(key.value)
      }
    },
  })
  return repeated.slice(0, MAX_PROBLEMS)
}

/** Of brackets and braces, those inside texts included: nobody writes a hundred of them unclosed. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const character of text) {
    if (character === "[" || character === "{") deepest = Math.max(deepest, ++depth)
    else if (character === "]" || character === "}") depth = Math.max(0, depth - 1)
  }
  return deepest
}

function isEmpty(node: unknown): boolean {
  return node === null || node === undefined || (isScalar(node) && (node.value === "" || node.value === null))
}

function lineOf(node: Node | null, lines: LineCounter): number {
  return node?.range ? lines.linePos(node.range[0]).line : 1
}
