import { Button, Checkbox, Field, Select, TextArea, TextInput } from "@countersign/ui"
import type { ReactNode } from "react"
import { type ConfigField, type Shape, spelled } from "../config-shape.ts"
import { choiceInWords } from "../config-words.ts"
import { ScriptField } from "../script/ScriptField.tsx"
import { blankGroup, type Draft, draftOf, type GroupDraft, type Pairs } from "./config-draft.ts"

interface ConfigFieldsProps {
  fields: readonly ConfigField[]
  /** Of the group, in the verb's input: "config", "config.steps.0". */
  path: string
  value: GroupDraft
  onChange: (value: GroupDraft) => void
  /** The language of code among them. */
  language: "typescript" | "shell"
}

/** The boxes of a configuration, made from its schema. */
export function ConfigFields({ fields, path, value, onChange, language }: ConfigFieldsProps) {
  return fields.map((field) => (
    <OneField
      key={field.name}
      field={field}
      path={`${path}.${field.name}`}
      value={value[field.name]}
      onChange={(changed) => onChange({ ...value, [field.name]: changed })}
      language={language}
    />
  ))
}

interface OneFieldProps {
  field: Pick<ConfigField, "title" | "hint" | "required" | "shape" | "takes">
  path: string
  value: Draft
  onChange: (value: Draft) => void
  language: "typescript" | "shell"
}

function OneField({ field, path, value, onChange, language }: OneFieldProps) {
  const { title, hint, required, shape } = field
  const words = { label: title, hint, required, optional: !required && shape.kind === "text", path }
  const text = String(value ?? "")
  const type = { value: text, onChange: (event: { target: { value: string } }) => onChange(event.target.value) }
  switch (shape.kind) {
    case "yes-no":
      return <Checkbox label={title} hint={hint} checked={value === true} onChange={onChange} />
    case "choice":
      return (
        <Field {...words}>
          <Select
            options={shape.options.map((one) => ({ value: one, label: choiceInWords(shape.options, one) }))}
            value={text}
            onChange={onChange}
          />
        </Field>
      )
    case "number":
      return (
        <Field {...words}>
          <TextInput inputMode="numeric" autoComplete="off" className="max-w-40" {...type} />
        </Field>
      )
    case "text":
      if (shape.lines === "code")
        return (
          <ScriptField title={title} hint={hint} path={path} value={text} onChange={onChange} language={language} />
        )
      return (
        <Field {...words}>
          {shape.lines === "several" ? (
            <TextArea rows={3} className="font-mono" {...type} />
          ) : (
            <TextInput autoComplete="off" spellCheck={false} {...type} />
          )}
        </Field>
      )
    case "pairs":
      return <PairRows field={field} path={path} value={(value ?? []) as Pairs} onChange={onChange} />
    case "list":
      return (
        <ListRows
          field={field}
          shape={shape}
          path={path}
          value={(value ?? []) as readonly Draft[]}
          onChange={onChange}
          language={language}
        />
      )
    case "group":
      if (value === undefined)
        return (
          <div>
            <Button size="sm" onClick={() => onChange(blankGroup(shape.fields))}>
              Add {title.toLowerCase()}
            </Button>
            {hint && <p className="mt-1 text-muted text-table">{hint}</p>}
          </div>
        )
      return (
        <Together title={title} hint={hint} onRemove={required ? undefined : () => onChange(undefined)}>
          <ConfigFields
            fields={shape.fields}
            path={path}
            value={value as GroupDraft}
            onChange={onChange}
            language={language}
          />
        </Together>
      )
    case "variants":
      return <Variants {...{ field, shape, path, onChange, language }} value={value as GroupDraft} />
  }
}

function Variants(
  props: Omit<OneFieldProps, "value"> & { shape: Extract<Shape, { kind: "variants" }>; value: GroupDraft },
) {
  const { field, shape, path, value, onChange, language } = props
  const chosen = shape.variants.find((one) => one.value === value[shape.by])
  return (
    <>
      <Field label={field.title} hint={field.hint} path={`${path}.${shape.by}`}>
        <Select
          options={shape.variants.map((one) => ({ value: one.value, label: spelled(one.value) }))}
          value={String(value[shape.by])}
          onChange={(next) => onChange(draftOf(shape, { [shape.by]: next }))}
        />
      </Field>
      {chosen && chosen.fields.length > 0 && (
        <div className="flex flex-col gap-4 border-hairline border-l-2 pl-4">
          <ConfigFields fields={chosen.fields} path={path} value={value} onChange={onChange} language={language} />
        </div>
      )}
    </>
  )
}

function ListRows(
  props: Omit<OneFieldProps, "value"> & { shape: Extract<Shape, { kind: "list" }>; value: readonly Draft[] },
) {
  const { field, shape, path, value, onChange, language } = props
  const { item, most } = shape
  const noun = singular(field.title)
  const put = (at: number, one: Draft) => onChange(value.with(at, one))
  const remove = (at: number) => onChange(value.toSpliced(at, 1))
  // A few short texts stand in one line; more is a block of its own.
  const isRow = item.kind === "group" && item.fields.length <= 3
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium text-ink text-table">{field.title}</legend>
      {field.hint && <p className="text-muted text-table">{field.hint}</p>}
      <ol className="mt-1 flex flex-col gap-3">
        {value.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place, and every box is given its value.
          <li key={at}>
            {isRow ? (
              <div className="flex flex-wrap items-start gap-2 sm:flex-nowrap">
                {item.fields.map((part) => (
                  <div key={part.name} className="min-w-32 flex-1">
                    <OneField
                      field={{ ...part, title: `${part.title} of ${noun} ${at + 1}`, hint: undefined, required: true }}
                      path={`${path}.${at}.${part.name}`}
                      value={(one as GroupDraft)[part.name]}
                      onChange={(changed) => put(at, { ...(one as GroupDraft), [part.name]: changed })}
                      language={language}
                    />
                  </div>
                ))}
                <Remove noun={noun} at={at} onRemove={remove} className="sm:mt-6" />
              </div>
            ) : (
              <Together title={`${spelled(noun)} ${at + 1}`} onRemove={() => remove(at)}>
                {item.kind === "group" ? (
                  <ConfigFields
                    fields={item.fields}
                    path={`${path}.${at}`}
                    value={one as GroupDraft}
                    onChange={(changed) => put(at, changed)}
                    language={language}
                  />
                ) : (
                  <OneField
                    field={{ title: spelled(noun), hint: undefined, required: true, shape: item, takes: field.takes }}
                    path={`${path}.${at}`}
                    value={one}
                    onChange={(changed) => put(at, changed)}
                    language={language}
                  />
                )}
              </Together>
            )}
          </li>
        ))}
      </ol>
      {value.length < most && (
        <Button size="sm" className="mt-2" onClick={() => onChange([...value, draftOf(item, undefined)])}>
          Add {noun}
        </Button>
      )}
    </fieldset>
  )
}

function PairRows(props: Omit<OneFieldProps, "value" | "language"> & { value: Pairs }) {
  const { field, path, value, onChange } = props
  const noun = singular(field.title)
  const put = (at: number, patch: Partial<Pairs[number]>) =>
    onChange(value.map((pair, index) => (index === at ? { ...pair, ...patch } : pair)))
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium text-ink text-table">{field.title}</legend>
      {field.hint && <p className="text-muted text-table">{field.hint}</p>}
      <ul className="mt-1 flex flex-col gap-2">
        {value.map((pair, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may be changed; the place stays.
          <li key={at} className="flex flex-wrap items-start gap-2 sm:flex-nowrap">
            <Field labelHidden label={`Name of ${noun} ${at + 1}`} className="w-full sm:w-48">
              <TextInput
                placeholder="Name"
                autoComplete="off"
                spellCheck={false}
                value={pair.name}
                onChange={({ target }) => put(at, { name: target.value })}
              />
            </Field>
            <Field
              labelHidden
              label={`Value of ${noun} ${at + 1}`}
              className="min-w-40 flex-1"
              path={`${path}.${pair.name}`}
            >
              <TextInput
                placeholder="Value"
                autoComplete="off"
                spellCheck={false}
                value={pair.value}
                onChange={({ target }) => put(at, { value: target.value })}
              />
            </Field>
            <Remove noun={noun} at={at} onRemove={() => onChange(value.toSpliced(at, 1) as Pairs)} />
          </li>
        ))}
      </ul>
      <Button size="sm" className="mt-2" onClick={() => onChange([...value, { name: "", value: "" }])}>
        Add {noun}
      </Button>
    </fieldset>
  )
}

function Remove({
  noun,
  at,
  onRemove,
  className,
}: {
  noun: string
  at: number
  onRemove: (at: number) => void
  className?: string
}) {
  return (
    <Button variant="quiet" className={className} aria-label={`Remove ${noun} ${at + 1}`} onClick={() => onRemove(at)}>
      Remove
    </Button>
  )
}

/** Boxes that belong together, with a line beside them. */
function Together(props: { title: string; hint?: string; onRemove?: () => void; children: ReactNode }) {
  const { title, hint, onRemove, children } = props
  return (
    <fieldset className="min-w-0 border-hairline border-l-2 pl-4">
      <legend className="sr-only">{title}</legend>
      <div className="flex min-h-8 items-center justify-between gap-3">
        <p aria-hidden className="font-medium text-table">
          {title}
        </p>
        {onRemove && (
          <Button variant="quiet" aria-label={`Remove ${title.toLowerCase()}`} onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
      {hint && <p className="text-muted text-table">{hint}</p>}
      <div className="mt-2 flex flex-col gap-4">{children}</div>
    </fieldset>
  )
}

/** "Headers" as "header", "Values for the script" as "value". */
function singular(title: string): string {
  const [first = ""] = title.toLowerCase().split(/ (?:for|to) /)
  return first.replace(/s$/, "")
}
