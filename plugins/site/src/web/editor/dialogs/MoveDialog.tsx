import { Button, Combobox, Dialog, Field, Notice, type Option, SegmentedControl } from "@countersign/ui"
import { useMemo, useState } from "react"
import { type Dragged, gestureFor, whyNotThere } from "../drag/dropping.ts"
import { rowsOf } from "../layers/rows.ts"
import { nameOfNode } from "../store/node-words.ts"
import { isWithin, placeIn, type Where, wayTo } from "../store/tree.ts"
import { useEditor, useStore } from "../store/use-editor.ts"
import type { QuestionProps } from "./Dialogs.tsx"

const WHERE: readonly { value: Where; label: string }[] = [
  { value: "before", label: "Before it" },
  { value: "into", label: "Into it" },
  { value: "behind", label: "Behind it" },
]

/** What a drag does, for those who do not drag: beside or into anything on the page. */
export function MoveDialog({ nodes, onClose }: QuestionProps) {
  const store = useStore()
  const document = useEditor((state) => state.document)
  const [target, setTarget] = useState<Option | null>(null)
  const [where, setWhere] = useState<Where>("behind")
  const options = useMemo(() => {
    const moving = new Set(nodes)
    return document
      ? rowsOf(document, new Set())
          .filter(({ id }) => !isWithin(document, id, moving))
          .map(({ id }) => ({
            id,
            label: nameOfNode(document, document.nodes.get(id)!),
            hint: wayTo(document, id)
              .slice(0, -1)
              .map((node) => nameOfNode(document, node))
              .join(" › "),
          }))
      : []
  }, [document, nodes])
  const place = document && target ? placeIn(document, target.id, where) : null
  const dragged: Dragged = { kind: "nodes", nodes, name: "" }
  const reason = place && whyNotThere(store.get(), dragged, place)

  function move(): void {
    if (!target) return
    const gesture = place && gestureFor(store.get(), dragged, place)
    if (!gesture || store.perform(gesture).ok) onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Move to"
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={place === null || reason !== null} onClick={move}>
            Move
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="To which element">
          <Combobox label="To which element" options={options} value={target} onChange={setTarget} />
        </Field>
        <SegmentedControl label="Where" options={WHERE} value={where} onChange={setWhere} />
        {target && place === null && <Notice tone="warning">Nothing can stand there. Choose another element.</Notice>}
        {reason && <Notice tone="warning">{reason}</Notice>}
      </div>
    </Dialog>
  )
}
