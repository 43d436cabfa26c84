import { Fragment } from "react"
import { nameOfNode } from "./store/node-words.ts"
import { wayTo } from "./store/tree.ts"
import { useEditor, useStore } from "./store/use-editor.ts"

/** What is around what is selected; each of it can be selected. */
export function Breadcrumbs() {
  const store = useStore()
  const document = useEditor((state) => state.document)
  const current = useEditor((state) => state.selection.at(-1))
  if (!document) return null
  const way = wayTo(document, current ?? document.contentNodeId)
  return (
    <nav
      aria-label="Around what is selected"
      className="flex min-h-8 shrink-0 items-center gap-1 overflow-x-auto border-hairline border-t bg-surface px-3 text-table"
    >
      {way.map((node, at) => (
        <Fragment key={node.id}>
          {at > 0 && (
            <span aria-hidden className="text-faint">
              ›
            </span>
          )}
          <button
            type="button"
            aria-current={node.id === current ? "true" : undefined}
            className="max-w-40 shrink-0 truncate rounded-sm px-1 text-muted hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 aria-[current]:text-ink"
            onClick={() => store.select([node.id])}
          >
            {nameOfNode(document, node)}
          </button>
        </Fragment>
      ))}
    </nav>
  )
}
