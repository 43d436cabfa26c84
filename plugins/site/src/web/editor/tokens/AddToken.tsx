import { Button, Field, TextInput } from "@countersign/ui"
import { type FormEvent, useState } from "react"

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
  function add(event: FormEvent): void {
    event.preventDefault()
    if (name.trim() === "" || written.trim() === "") return
    if (!onAdd(name.trim(), written.trim())) return
    setName("")
    setWritten("")
  }
  return (
    <form onSubmit={add} className="flex flex-col gap-2" aria-label={`Add a ${noun}`}>
      <div className="grid grid-cols-2 gap-2">
        <Field label="Name">
          <TextInput
            mono
            autoComplete="off"
            spellCheck={false}
            placeholder={nameExample}
            value={name}
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
            onChange={(event) => setWritten(event.target.value)}
          />
        </Field>
      </div>
      <Button size="sm" type="submit" className="self-start" disabled={name.trim() === "" || written.trim() === ""}>
        Add the {noun}
      </Button>
    </form>
  )
}
