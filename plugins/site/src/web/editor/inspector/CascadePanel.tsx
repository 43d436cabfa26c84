import { cx } from "@countersign/ui"
import { useMemo } from "react"
import type { ElementNode } from "../../../document.ts"
import { useEditor } from "../store/use-editor.ts"
import { cascadeList, type ListedDeclaration } from "./cascade-list.ts"

/** Which declarations are about the element, which of them counts, and where each stands. */
export function CascadePanel({ node, width }: { node: ElementNode; width: number }) {
  const site = useEditor((state) => state.site)
  const document = useEditor((state) => state.document)
  const list = useMemo(() => document && cascadeList(site, document, node, width), [site, document, node, width])
  if (!list) return null
  const { declarations, sometimes } = list
  return (
    <section aria-label="Where it comes from" className="flex flex-col gap-2">
      <h3 className="font-medium text-table">Where it comes from</h3>
      {declarations.length === 0 ? (
        <p className="text-muted text-table">
          No rule of the site is about it. It looks as browsers show such an element.
        </p>
      ) : (
        <ul className="flex flex-col gap-2">
          {declarations.map((declaration, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same may stand there twice.
            <Listed key={at} declaration={declaration} />
          ))}
        </ul>
      )}
      {sometimes.length > 0 && (
        <p className="text-muted text-table">
          Now and then also: <span className="break-words font-mono">{sometimes.join(", ")}</span>
        </p>
      )}
    </section>
  )
}

function Listed({ declaration }: { declaration: ListedDeclaration }) {
  const { property, value, important, selector, source, from, counts } = declaration
  return (
    <li className="flex flex-col break-words text-table" data-counts={counts}>
      <span className={cx("font-mono", !counts && "text-muted line-through")}>
        {property}: {value}
        {important ? " !important" : ""}
        {!counts && <span className="sr-only"> (overridden)</span>}
      </span>
      <span className="text-muted">
        {selector === null ? "This element alone" : <span className="font-mono">{selector}</span>}
        {source && `, ${source}`}
        {from && `, from ${from}`}
      </span>
    </li>
  )
}
