import {
  Button,
  Checkbox,
  Field,
  Notice,
  PasswordInput,
  Select,
  SettingsPage,
  Skeleton,
  TextInput,
} from "@countersign/ui"
import type { ReactNode } from "react"
import type { PluginSettings, SettingsView } from "../../contract/plugin-settings.ts"
import { FormSection } from "../form/FormSection.tsx"
import { type FormState, useForm } from "../form/use-form.ts"
import { useCall, useChange } from "../use-call.ts"
import { changeOf, type SettingsField, settingsFields, type Typed, typedOf } from "./settings-fields.ts"

export interface PluginSettingsPageProps {
  settings: PluginSettings
  /** One sentence: what these settings decide. */
  description: string
  /** Sections that people look for before these. */
  first?: ReactNode
  /** Further sections. */
  children?: ReactNode
}

/** A plugin's settings, drawn from their schema. */
export function PluginSettingsPage({ settings, description, first, children }: PluginSettingsPageProps) {
  const { data, error } = useCall(settings.procedures.getSettings, {})
  return (
    <SettingsPage title={settings.title} description={description}>
      {first}
      {error && <Notice tone="error">{error.message}</Notice>}
      {!data && !error && <Skeleton lines={4} label="Reading the settings" />}
      {data && <SettingsForm settings={settings} stored={data} />}
      {children}
    </SettingsPage>
  )
}

function SettingsForm({ settings, stored }: { settings: PluginSettings; stored: SettingsView }) {
  const fields = settingsFields(settings.schema)
  const form = useForm(settings.procedures.updateSettings, {
    base: stored,
    values: (base) => typedOf(fields, base),
    input: (_values, base, changed: Partial<Typed>) => ({ version: base.version, ...changeOf(fields, changed) }),
    labels: Object.fromEntries(fields.map(({ name, label }) => [name, label])),
    noun: "settings",
    mergesFields: true,
  })
  return (
    <FormSection
      name={`${settings.plugin}-settings`}
      form={form}
      title="Settings"
      description="They hold for everybody, on every server."
    >
      {fields.map((field) => (
        <OneField key={field.name} field={field} form={form} settings={settings} stored={stored} />
      ))}
    </FormSection>
  )
}

interface OneFieldProps {
  field: SettingsField
  form: FormState<Typed>
  settings: PluginSettings
  stored: SettingsView
}

function OneField({ field, form, settings, stored }: OneFieldProps) {
  const { name, label, hint, shape, options } = field
  const value = form.values[name] ?? ""
  const type = {
    value: String(value),
    onChange: (event: { target: { value: string } }) => form.set(name, event.target.value),
  }
  if (shape === "yes-no")
    return (
      <Checkbox label={label} hint={hint} checked={value === true} onChange={(checked) => form.set(name, checked)} />
    )
  if (shape === "secret") return <SecretOne {...{ field, settings, stored }} typing={type} />
  return (
    <Field label={label} hint={hint} path={name}>
      {shape === "choice" ? (
        <Select options={options} value={String(value)} onChange={(chosen) => form.set(name, chosen)} />
      ) : (
        <TextInput autoComplete="off" inputMode={shape === "number" ? "numeric" : undefined} {...type} />
      )}
    </Field>
  )
}

/** Sealed when it is saved; what is stored can only be replaced or removed. */
function SecretOne({
  field: { name, label, hint },
  settings,
  stored,
  typing,
}: Omit<OneFieldProps, "form"> & {
  typing: { value: string; onChange(event: { target: { value: string } }): void }
}) {
  const remove = useChange(settings.procedures.updateSettings)
  const isSet = stored.secrets[name] === true
  const said = isSet ? "One is stored, and never shown again. Type another to replace it." : "None is stored."
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} hint={hint ? `${hint} ${said}` : said} path={name}>
        <PasswordInput autoComplete="off" {...typing} />
      </Field>
      {isSet && (
        <div>
          <Button
            variant="quiet"
            busy={remove.isPending}
            onClick={() => remove.mutate({ version: stored.version, [name]: null })}
          >
            Remove the stored one
          </Button>
        </div>
      )}
      {remove.error && <Notice tone="error">{remove.error.message}</Notice>}
    </div>
  )
}
