import { Tabs } from "@countersign/ui"
import { type ReactNode, useState } from "react"
import { ClassesPanel } from "./classes/ClassesPanel.tsx"
import { CodePanel } from "./code/CodePanel.tsx"
import { InsertPanel } from "./insert/InsertPanel.tsx"
import { useStore } from "./store/use-editor.ts"
import { TokensPanel } from "./tokens/TokensPanel.tsx"

/** What stands at the start of the editor: the page in layers, and what it is made of. */
export function StartPanel({ layers }: { layers: ReactNode }) {
  const { mayEdit } = useStore()
  const [tab, setTab] = useState<(typeof TABS)[number]["id"]>("layers")
  const panels = {
    layers,
    insert: <InsertPanel />,
    classes: <ClassesPanel />,
    tokens: <TokensPanel />,
    code: <CodePanel />,
  }
  return (
    <Tabs
      label="Panels"
      tabs={mayEdit ? TABS : TABS.filter(({ id }) => id !== "insert")}
      value={tab}
      onChange={setTab}
      // Each scrolls by itself: of a long page only what is in sight of the layers is drawn.
      className="flex h-full min-h-96 flex-col [&>[role=tablist]]:gap-3 [&>[role=tabpanel]]:flex [&>[role=tabpanel]]:min-h-0 [&>[role=tabpanel]]:flex-1 [&>[role=tabpanel]]:flex-col"
    >
      {panels[tab]}
    </Tabs>
  )
}

const TABS = [
  { id: "layers", label: "Layers" },
  { id: "insert", label: "Insert" },
  { id: "classes", label: "Classes" },
  { id: "tokens", label: "Tokens" },
  { id: "code", label: "Code" },
] as const
