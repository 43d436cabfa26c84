import { Tabs } from "@countersign/ui"
import { type RefObject, useState } from "react"
import { keyOf } from "../../../document.ts"
import type { Canvas } from "../canvas/canvas.ts"
import { nameOfNode } from "../store/node-words.ts"
import { useEditor, useStore } from "../store/use-editor.ts"
import { AttributesPanel, PageLinks } from "./AttributesPanel.tsx"
import { StylePanel } from "./StylePanel.tsx"

const TABS = [
  { id: "attributes", label: "Attributes" },
  { id: "style", label: "Style" },
] as const

/** What is selected, and all that can be said of it. */
export function Inspector({ breakpoint, canvas }: { breakpoint: string; canvas: RefObject<Canvas | null> }) {
  const store = useStore()
  const document = useEditor((state) => state.document)
  const selection = useEditor((state) => state.selection)
  const [tab, setTab] = useState<(typeof TABS)[number]["id"]>("attributes")
  const node = selection.length === 1 ? document?.nodes.get(selection[0]!) : undefined
  if (!document || !node)
    return (
      <div className="flex flex-col gap-3">
        <p className="text-muted text-table">
          {selection.length > 1
            ? `${selection.length} elements are selected. Select one to change what it says of itself.`
            : "Select something on the canvas or in the layers to change it."}
        </p>
        <PageLinks documentKey={keyOf(store.ref)} />
      </div>
    )
  return (
    <div className="flex flex-col gap-3">
      <h2 className="truncate font-semibold text-prose">{nameOfNode(document, node)}</h2>
      {node.kind === "element" ? (
        <Tabs label="Of what is selected" tabs={TABS} value={tab} onChange={setTab}>
          <div className="pt-3">
            {tab === "attributes" ? (
              <AttributesPanel key={node.id} node={node} />
            ) : (
              <StylePanel key={node.id} node={node} breakpoint={breakpoint} canvas={canvas} />
            )}
          </div>
        </Tabs>
      ) : (
        <AttributesPanel key={node.id} node={node} />
      )}
      {node.id === document.contentNodeId && <PageLinks documentKey={keyOf(store.ref)} />}
    </div>
  )
}
