import { Button, Field, LinkButton, PasswordInput, Select, TextInput } from "@countersign/ui"
import { useState } from "react"
import { type CredentialField, credentialFields } from "./credential-fields.ts"
import type { ConnectionForm } from "./use-connection-form.ts"

/** What the driver's schema asks for. */
export function ConnectionCredentialFields({ form }: { form: ConnectionForm }) {
  return credentialFields(form.driver.credential).map((field) =>
    field.kind === "key" ? (
      // Another version was stored: the key that was being written is part of it.
      <KeyField key={`${field.name} ${form.connection?.version}`} form={form} field={field} />
    ) : field.name === "baseUrl" ? (
      <AddressField key={field.name} form={form} field={field} />
    ) : (
      <SettingField key={field.name} form={form} field={field} />
    ),
  )
}

/** A stored key is only said to be there; it is replaced or removed, never shown. */
function KeyField({ form, field }: { form: ConnectionForm; field: CredentialField }) {
  const { values, connection, change } = form
  const [replacing, setReplacing] = useState(false)
  const error = form.failure?.body?.issues?.some(({ path }) => path === "apiKey") === true
  const stored = connection?.hasKey === true
  const optional = !field.required
  if (stored && !replacing && !values.forgetKey && values.apiKey === "" && !error)
    return (
      <fieldset className="min-w-0">
        <legend className="mb-1 font-medium text-table">{field.title}</legend>
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-muted">Set. It is sealed and never shown again.</span>
          <Button size="sm" onClick={() => setReplacing(true)}>
            Replace key
          </Button>
          {optional && (
            <Button size="sm" variant="quiet" onClick={() => change({ forgetKey: true })}>
              Remove key
            </Button>
          )}
        </div>
      </fieldset>
    )
  if (values.forgetKey)
    return (
      <fieldset className="min-w-0">
        <legend className="mb-1 font-medium text-table">{field.title}</legend>
        <p className="text-muted">
          The stored key is removed when you save.{" "}
          <LinkButton onClick={() => change({ forgetKey: false })}>Keep it</LinkButton>
        </p>
      </fieldset>
    )
  return (
    <Field
      label={field.title}
      optional={optional && !stored}
      path="apiKey"
      hint={
        // Nothing was written, and that is what is wrong: keeping the stored one is no way out.
        stored && error && values.apiKey === "" ? (
          optional && (
            <LinkButton
              onClick={() => {
                change({ forgetKey: true })
                form.tell(null)
              }}
            >
              Remove the stored key
            </LinkButton>
          )
        ) : stored ? (
          <>
            One is stored.{" "}
            <LinkButton
              onClick={() => {
                setReplacing(false)
                change({ apiKey: "" })
                form.tell(null)
              }}
            >
              Keep it
            </LinkButton>{" "}
            instead of writing another.
          </>
        ) : (
          (field.hint ?? "Sealed when it is stored, and never shown again.")
        )
      }
    >
      {/* Not "off": browsers offer to save and fill in what looks like a sign-in form. */}
      <PasswordInput
        autoComplete="new-password"
        autoFocus={replacing}
        data-1p-ignore
        value={values.apiKey}
        onChange={(event) => change({ apiKey: event.target.value })}
      />
    </Field>
  )
}

function AddressField({ form, field }: { form: ConnectionForm; field: CredentialField }) {
  return (
    <Field
      label={field.title}
      optional={!field.required}
      path="baseUrl"
      hint={field.hint ?? "Only where calls go elsewhere than to the usual address, such as through a gateway."}
    >
      <TextInput
        mono
        type="url"
        autoComplete="off"
        spellCheck={false}
        placeholder={field.required ? "https://llm.example.com/v1" : undefined}
        value={form.values.baseUrl}
        onChange={(event) => form.change({ baseUrl: event.target.value })}
      />
    </Field>
  )
}

function SettingField({ form, field }: { form: ConnectionForm; field: CredentialField }) {
  const { settings } = form.values
  const value = settings[field.name] ?? ""
  const change = (next: string) => form.change({ settings: { ...settings, [field.name]: next } })
  return (
    <Field
      label={field.title}
      optional={!field.required && field.kind !== "choice"}
      path={`settings.${field.name}`}
      hint={field.hint}
    >
      {field.kind === "choice" ? (
        <Select
          value={value}
          onChange={change}
          options={field.choices.map((choice) => ({ value: choice, label: choice }))}
          className="max-w-60"
        />
      ) : (
        <TextInput
          mono
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  )
}
