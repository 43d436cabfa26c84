import { Tabs } from "@countersign/ui"
import { type RefObject, useState } from "react"
import { capital, NOUNS } from "../../words.ts"
import type { Canvas } from "../canvas/canvas.ts"
import { nameOfNode } from "../store/node-words.ts"
import { useEditor, useStore } from "../store/use-editor.ts"
import { AttributesPanel } from "./AttributesPanel.tsx"
import { DocumentSettings } from "./DocumentSettings.tsx"
import { StylePanel } from "./StylePanel.tsx"

const TABS = [
  { id: "attributes", label: "Attributes" },
  { id: "style", label: "Style" },
] as const

type Tab = "settings" | (typeof TABS)[number]["id"]

/** What is selected, and all that can be said of it; where that is the page itself, or nothing, what is said of the page. */
export function Inspector({ breakpoint, canvas }: { breakpoint: string; canvas: RefObject<Canvas | null> }) {
  const store = useStore()
  const document = useEditor((state) => state.document)
  const selection = useEditor((state) => state.selection)
  const [chosen, setTab] = useState<Tab>("attributes")
  const node = selection.length === 1 ? document?.nodes.get(selection[0]!) : undefined
  const noun = capital(NOUNS[store.ref.type])
  const what = store.mayEdit ? "change" : "look at"
  if (!document || !node)
    return (
      <div className="flex flex-col gap-3">
        <p className="text-muted text-table">
          {selection.length > 1
            ? `${selection.length} elements are selected. Select one to ${what} what it says of itself.`
            : `Select something on the canvas or in the layers to ${what} it.`}
        </p>
        {selection.length === 0 && store.mayEdit && (
          <>
            <h2 className="truncate font-semibold text-prose">{noun}</h2>
            <DocumentSettings />
          </>
        )}
      </div>
    )
  // The root of a component shows its parameters among its attributes.
  const hasSettings = node.id === document.contentNodeId && store.ref.type !== "visualComponent" && store.mayEdit
  const tabs: readonly { id: Tab; label: string }[] = hasSettings ? [...TABS, { id: "settings", label: noun }] : TABS
  const tab = tabs.some(({ id }) => id === chosen) ? chosen : "attributes"
  return (
    <div className="flex flex-col gap-3">
      <h2 className="truncate font-semibold text-prose">{nameOfNode(document, node)}</h2>
      {node.kind === "element" ? (
        <Tabs label="Of what is selected" tabs={tabs} value={tab} onChange={setTab}>
          <div className="pt-3">
            {tab === "attributes" && <AttributesPanel key={node.id} node={node} />}
            {tab === "style" && <StylePanel key={node.id} node={node} breakpoint={breakpoint} canvas={canvas} />}
            {tab === "settings" && <DocumentSettings />}
          </div>
        </Tabs>
      ) : (
        <AttributesPanel key={node.id} node={node} />
      )}
    </div>
  )
}
