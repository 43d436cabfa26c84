import type { SiteDocument } from "../../document/tree/node.ts"

/** What a template is for. */
export type TemplateTarget =
  | { readonly type: "everywhere" }
  | { readonly type: "entries"; readonly sources: readonly string[] }
  | { readonly type: "notFound" }

export interface Template {
  readonly document: SiteDocument
  readonly target: TemplateTarget
  /** Of two for the same, the higher one is used. */
  readonly priority: number
}

/** What is shown: a page, one entry of a source, or that there is nothing at an address. */
export type Shown =
  | { readonly type: "page"; readonly document: SiteDocument }
  | { readonly type: "entry"; readonly source: string }
  | { readonly type: "notFound" }

/** Outermost first; null where there is nothing to show it with. Of equals the id decides, so that every server decides alike. */
export function layersFor(shown: Shown, templates: readonly Template[]): readonly SiteDocument[] | null {
  const inner =
    shown.type === "page"
      ? shown.document
      : best(
          templates,
          shown.type === "notFound"
            ? ({ type }) => type === "notFound"
            : (target) => target.type === "entries" && target.sources.includes(shown.source),
        )
  if (!inner) return null
  const outer = best(
    templates.filter(({ document }) => hasOutlet(document)),
    ({ type }) => type === "everywhere",
  )
  return outer ? [outer, inner] : [inner]
}

function best(templates: readonly Template[], fits: (target: TemplateTarget) => boolean): SiteDocument | undefined {
  let found: Template | undefined
  for (const template of templates) {
    if (!fits(template.target)) continue
    const wins =
      !found ||
      template.priority > found.priority ||
      (template.priority === found.priority && template.document.ref.id < found.document.ref.id)
    if (wins) found = template
  }
  return found?.document
}

function hasOutlet({ nodes }: SiteDocument): boolean {
  for (const node of nodes.values()) if (node.kind === "element" && node.tag === "cs-outlet") return true
  return false
}
