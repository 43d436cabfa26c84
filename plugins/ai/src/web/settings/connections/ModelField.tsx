import type { ModelEntry } from "@countersign/core/contract"
import { Combobox, MultiSelect, type Option, TagInput, TextInput } from "@countersign/ui"
import { modelHint } from "./connection-values.ts"

/** One model: from the list where there is one, else as the provider spells it. Inside a Field. */
export function ModelField(props: {
  label: string
  models: readonly ModelEntry[]
  value: string
  onChange: (model: string) => void
  disabled?: boolean
}) {
  const { label, models, value, onChange, disabled } = props
  if (models.length === 0)
    return (
      <TextInput
        mono
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  return (
    <Combobox
      label={label}
      clearable={false}
      disabled={disabled}
      placeholder="Choose a model"
      emptyText="The provider lists no such model."
      options={models.map(toOption)}
      value={value ? optionOf(value, models) : null}
      onChange={(option) => option && onChange(option.id)}
    />
  )
}

/** Several models, in the same two ways. Inside a Field. */
export function ModelsField(props: {
  label: string
  models: readonly ModelEntry[]
  value: readonly string[]
  onChange: (models: string[]) => void
}) {
  const { label, models, value, onChange } = props
  if (models.length === 0) return <TagInput value={value} onChange={onChange} />
  return (
    <MultiSelect
      label={label}
      options={models.map(toOption)}
      value={value.map((id) => optionOf(id, models))}
      onChange={(options) => onChange(options.map(({ id }) => id))}
      emptyText="The provider lists no such model."
      placeholder="Whatever the provider lists"
    />
  )
}

function toOption(model: ModelEntry): Option {
  const name = model.label === model.id ? "" : model.id
  return { id: model.id, label: model.label, hint: [name, modelHint(model)].filter(Boolean).join(" · ") }
}

/** What was chosen stays chosen when the provider no longer lists it. */
function optionOf(id: string, models: readonly ModelEntry[]): Option {
  const listed = models.find((model) => model.id === id)
  return listed ? toOption(listed) : { id, label: id, hint: "no longer listed" }
}
