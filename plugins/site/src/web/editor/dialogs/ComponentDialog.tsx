import { Button, Dialog, Field, TextInput } from "@countersign/ui"
import { useRef, useState } from "react"
import { newDocumentId } from "../../words.ts"
import { toComponent } from "../gestures/to-component.ts"
import { useStore } from "../store/use-editor.ts"
import type { QuestionProps } from "./Dialogs.tsx"

/** What is selected becomes a component of the site, and its first use stands in its place. */
export function ComponentDialog({ nodes, onClose }: QuestionProps) {
  const store = useStore()
  const [title, setTitle] = useState("")
  const field = useRef<HTMLInputElement>(null)
  function make(): void {
    const { document } = store.get()
    if (!document || title.trim() === "") return
    const gesture = toComponent(document, nodes, { id: newDocumentId(), title: title.trim() }, store.nextId)
    if (gesture && store.perform(gesture).ok) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Make a component"
      description="It can then stand on every page, and is changed in one place. Insert it again from the list of components."
      size="sm"
      initialFocus={field}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={title.trim() === ""} onClick={make}>
            Make a component
          </Button>
        </>
      }
    >
      <Field label="Name">
        <TextInput
          ref={field}
          value={title}
          maxLength={200}
          onChange={(event) => setTitle(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && make()}
        />
      </Field>
    </Dialog>
  )
}
