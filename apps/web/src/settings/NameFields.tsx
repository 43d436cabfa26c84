import { Field, TextInput, type TextInputProps } from "@countersign/ui"

/** What a role, a team and an application are called. `text`: of their form. */
export function NameFields({ text }: { text: (name: "name" | "description") => Partial<TextInputProps> }) {
  return (
    <>
      <Field label="Name" path="name">
        <TextInput autoComplete="off" {...text("name")} />
      </Field>
      <Field label="Description" optional path="description">
        <TextInput autoComplete="off" {...text("description")} />
      </Field>
    </>
  )
}
