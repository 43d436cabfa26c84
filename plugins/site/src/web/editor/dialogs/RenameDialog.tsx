import { Button, Dialog, Field, TextInput } from "@countersign/ui"
import { useRef, useState } from "react"
import { kindOf } from "../store/node-words.ts"
import { useStore } from "../store/use-editor.ts"
import type { QuestionProps } from "./Dialogs.tsx"

/** A name in the layers; an empty one gives the element its own back. */
export function RenameDialog({ nodes, onClose }: QuestionProps) {
  const [id = ""] = nodes
  const store = useStore()
  const node = store.get().document?.nodes.get(id)
  const [label, setLabel] = useState(node?.label ?? "")
  const field = useRef<HTMLInputElement>(null)
  function rename(): void {
    const written = label.trim()
    const { ok } = store.perform({
      name: "Rename",
      commands: [{ type: "rename", document: store.ref, node: id, label: written === "" ? null : written }],
    })
    if (ok) onClose()
  }
  if (!node) return null
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Rename in the layers"
      size="sm"
      initialFocus={field}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={rename}>
            Rename
          </Button>
        </>
      }
    >
      <Field label="Name" hint={`Leave it empty to call it after what it is: ${kindOf(node)}.`}>
        <TextInput
          ref={field}
          value={label}
          maxLength={200}
          onChange={(event) => setLabel(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && rename()}
        />
      </Field>
    </Dialog>
  )
}
