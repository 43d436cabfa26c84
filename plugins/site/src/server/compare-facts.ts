import { isDeepStrictEqual } from "node:util"
import type { FieldChange, NodeChange } from "../contract.ts"
import type { SiteFacts } from "../document.ts"
import { told } from "./compare-documents.ts"

/** In which facts two versions of a site differ, in the form in which documents are compared. */
export function compareFacts(
  before: SiteFacts,
  after: SiteFacts,
): { title: null; changes: NodeChange[]; left: number } {
  const older = listed(before)
  const newer = listed(after)
  const changes: NodeChange[] = []
  for (const key of new Set([...older.keys(), ...newer.keys()])) {
    const [was, is] = [older.get(key), newer.get(key)]
    const fields = fieldsOf(was?.fields ?? {}, is?.fields ?? {})
    if (fields.length === 0) continue
    const change = was && is ? "changed" : is ? "added" : "removed"
    changes.push({ node: key, name: (is ?? was)!.name, change, fields })
  }
  return { title: null, changes: changes.slice(0, MOST), left: Math.max(0, changes.length - MOST) }
}

const MOST = 500

type Listed = Map<string, { name: string; fields: object }>

function listed({ settings, breakpoints, tokens, pages, templates, redirects }: SiteFacts): Listed {
  const found: Listed = new Map()
  const add = (what: string, name: string, entries: Readonly<Record<string, object>>) => {
    for (const [id, fields] of Object.entries(entries)) found.set(`${what}:${id}`, { name: `${name} ${id}`, fields })
  }
  found.set("settings", { name: "the settings", fields: settings })
  found.set("breakpoints", { name: "the breakpoints", fields: { breakpoints } })
  add("page", "the page", pages)
  add("template", "the template", templates)
  add("redirect", "the redirect from", redirects)
  add("color", "the colour", tokens.colors)
  add("font", "the font", tokens.fonts)
  add("scale", "the scale", tokens.scales)
  return found
}

function fieldsOf(before: object, after: object): FieldChange[] {
  const older = new Map<string, unknown>(Object.entries(before))
  const newer = new Map<string, unknown>(Object.entries(after))
  return [...new Set([...older.keys(), ...newer.keys()])].flatMap((field) => {
    if (isDeepStrictEqual(older.get(field), newer.get(field))) return []
    return [{ field, before: told(older.get(field)), after: told(newer.get(field)) }]
  })
}
