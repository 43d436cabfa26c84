import type { ParsedInputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import { type ElementNode, refuse, renamedIn, rulesOf, type Site } from "../../../document.ts"
import { classesOf } from "./relevant-css.ts"

const MOST = 200

export function whereUsed(
  site: Site,
  { class: written, variable, component }: ParsedInputOf<typeof siteContract.whereUsed>,
) {
  if (!written && !variable && !component) refuse("Say what is used: a class, a variable or a component.")
  const name = written?.replace(/^\./, "")
  const property = variable && (variable.startsWith("--") ? variable : `--${variable}`)
  const names = (css: string) => property !== undefined && renamedIn(css, new Map([[property, "-"]])) !== css
  const uses = (node: ElementNode) =>
    (name !== undefined && node.classes.includes(name)) ||
    (component !== undefined &&
      node.attributes.some(([one, value]) => one === "data-component" && value === component)) ||
    (node.style !== null && names(node.style))
  const nodes = [...site.documents.values()].flatMap((document) =>
    [...document.nodes.values()].flatMap((node) =>
      node.kind === "element" && uses(node) ? [{ document: { ...document.ref }, nodeId: node.id }] : [],
    ),
  )
  const rules = site.sheets.flatMap((sheet) =>
    rulesOf(sheet).flatMap(({ selector, context, piece, item }) => {
      const text = piece.text.slice(item.block.start, item.block.end)
      const hit = (name !== undefined && classesOf(selector).includes(name)) || names(text)
      return hit ? [{ selector, context: [...context], sheet: sheet.name }] : []
    }),
  )
  const left = Math.max(0, nodes.length - MOST) + Math.max(0, rules.length - MOST)
  return { nodes: nodes.slice(0, MOST), rules: rules.slice(0, MOST), left }
}
