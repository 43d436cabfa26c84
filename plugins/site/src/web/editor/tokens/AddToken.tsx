import { Button, Field, TextInput } from "@countersign/ui"
import { type KeyboardEvent, useState } from "react"

interface AddTokenProps {
  /** "colour" */
  noun: string
  /** What the second field is called, and an example of it. */
  value: { label: string; example: string }
  nameExample: string
  /** False leaves what was typed in its place. */
  onAdd: (name: string, value: string) => boolean
}

/** A name and what it stands for. */
export function AddToken({ noun, value, nameExample, onAdd }: AddTokenProps) {
  const [name, setName] = useState("")
  const [written, setWritten] = useState("")
  function add(): void {
    if (name.trim() === "" || written.trim() === "") return
    if (!onAdd(name.trim(), written.trim())) return
    setName("")
    setWritten("")
  }
  function addByEnter(event: KeyboardEvent): void {
    if (event.key === "Enter" && !event.nativeEvent.isComposing) add()
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="grid grid-cols-2 gap-2">
        <Field label="Name">
          <TextInput
            mono
            autoComplete="off"
            spellCheck={false}
            placeholder={nameExample}
            value={name}
            onKeyDown={addByEnter}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label={value.label}>
          <TextInput
            mono
            autoComplete="off"
            spellCheck={false}
            placeholder={value.example}
            value={written}
            onKeyDown={addByEnter}
            onChange={(event) => setWritten(event.target.value)}
          />
        </Field>
      </div>
      <Button size="sm" className="self-start" disabled={name.trim() === "" || written.trim() === ""} onClick={add}>
        Add the {noun}
      </Button>
    </div>
  )
}
