/** Another name for a token, and everything that uses it told anew: one group, so that it is undone as one. */
import type { Command } from "../commands/command.ts"
import { Kind, readTokens, unescapeCss } from "../css/tokens.ts"
import type { Site } from "../tree/node.ts"
import { type DesignTokens, type TokenFamily, variablesOf } from "./design-tokens.ts"

export interface TokenName {
  readonly family: TokenFamily
  readonly slug: string
}

/** Null where there is no such token. What the new name may be, the command says. */
export function renameToken(site: Site, { family, slug }: TokenName, to: string): Command | null {
  const { tokens } = site.facts
  const entries: Readonly<Record<string, object>> = tokens[family]
  const token = Object.hasOwn(entries, slug) ? entries[slug] : undefined
  if (!token) return null
  const renamed = { ...tokens, [family]: { ...entries, [to]: token } } as DesignTokens
  const names = new Map<string, string>()
  const after = variablesOf(family, to, renamed)
  for (const [at, variable] of variablesOf(family, slug, tokens).entries()) names.set(variable, after[at]!)
  const colors = Object.entries(tokens.colors).flatMap(([name, color]) => {
    const told = {
      ...color,
      value: renamedIn(color.value, names),
      ...(color.dark && { dark: renamedIn(color.dark, names) }),
    }
    return told.value === color.value && told.dark === color.dark ? [] : [[name, told] as const]
  })
  const set = { ...(colors.length > 0 && { colors: Object.fromEntries(colors) }) }
  const moved = family === "colors" && Object.hasOwn(set.colors ?? {}, slug) ? set.colors![slug]! : token
  const commands: Command[] = [
    {
      type: "setTokens",
      set: { ...set, [family]: { ...(family === "colors" && set.colors), [slug]: null, [to]: moved } },
    },
  ]
  for (const sheet of site.sheets) {
    const edits = sheet.pieces.flatMap(({ id, text }) => {
      const told = renamedIn(text, names)
      return told === text ? [] : [{ type: "replace" as const, piece: id, expected: text, text: told }]
    })
    if (edits.length > 0) commands.push({ type: "editStyles", sheet: sheet.id, edits })
  }
  for (const { ref, nodes } of site.documents.values()) {
    for (const node of nodes.values()) {
      if (node.kind !== "element") continue
      if (node.style !== null && renamedIn(node.style, names) !== node.style)
        commands.push({ type: "setInlineStyle", document: ref, node: node.id, style: renamedIn(node.style, names) })
    }
  }
  return { type: "group", commands }
}

/** Names are found as a browser finds them: not in a text, not in a comment, not as a part of a longer one. */
export function renamedIn(css: string, names: ReadonlyMap<string, string>): string {
  if (!css.includes("--") && !css.includes("\\")) return css
  const tokens = readTokens(css)
  let told = ""
  for (let at = 0; at < tokens.count; at += 1) {
    const text = tokens.text(at)
    told += (tokens.kind(at) === Kind.ident && names.get(unescapeCss(text))) || text
  }
  return told
}
