import type { OidcProvider } from "@countersign/core/contract"
import type { FormState } from "@countersign/core/web"
import {
  Field,
  LinkButton,
  MultiSelect,
  type Option,
  PasswordInput,
  RadioGroup,
  TagInput,
  TextInput,
} from "@countersign/ui"
import { toOptions, useRoleOptions } from "../options.ts"

export interface ProviderValues {
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  forgetSecret: boolean
  newPeople: OidcProvider["newPeople"]
  emailDomains: string[]
  roles: Option[]
}

export function toProviderValues(provider: OidcProvider | undefined): ProviderValues {
  return {
    name: provider?.name ?? "",
    issuer: provider?.issuer ?? "",
    clientId: provider?.clientId ?? "",
    clientSecret: "",
    forgetSecret: false,
    newPeople: provider?.newPeople ?? "off",
    emailDomains: [...(provider?.emailDomains ?? [])],
    roles: provider ? toOptions(provider.roles) : [{ id: "viewer", label: "Viewer" }],
  }
}

export function toProviderInput({ clientSecret: _, forgetSecret: __, roles, ...values }: ProviderValues) {
  return { ...values, roles: roles.map((role) => role.id) }
}

export const PROVIDER_LABELS = {
  name: "Name",
  issuer: "Issuer",
  clientId: "Client id",
  newPeople: "People without an account",
  emailDomains: "Email domains",
}

export function ProviderFields({ form, stored }: { form: FormState<ProviderValues>; stored: boolean }) {
  const hasSecret = stored && !form.values.forgetSecret
  return (
    <>
      <Field label="Name" hint="Stands on the button: Continue with …" path="name">
        <TextInput autoComplete="off" placeholder="Example ID" {...form.text("name")} />
      </Field>
      <Field
        label="Issuer"
        hint="The address before /.well-known/openid-configuration. It is asked before anything is saved."
        path="issuer"
      >
        <TextInput mono type="url" autoComplete="off" placeholder="https://id.example.com" {...form.text("issuer")} />
      </Field>
      <Field label="Client id" path="clientId">
        <TextInput mono autoComplete="off" {...form.text("clientId")} />
      </Field>
      <Field
        label="Client secret"
        optional
        path="clientSecret"
        hint={
          hasSecret ? (
            <>
              One is stored. Leave this empty to keep it, or{" "}
              <LinkButton onClick={() => form.set("forgetSecret", true)}>remove it</LinkButton>.
            </>
          ) : form.values.forgetSecret ? (
            "The stored secret is removed when you save."
          ) : (
            "Sealed and never shown again. Leave it empty for a public client."
          )
        }
      >
        <PasswordInput autoComplete="off" {...form.text("clientSecret")} />
      </Field>
      <NewPeopleFields form={form} />
    </>
  )
}

function NewPeopleFields({ form }: { form: FormState<ProviderValues> }) {
  const roles = useRoleOptions()
  const on = form.values.newPeople === "on"
  return (
    <>
      <RadioGroup
        label="People without an account here"
        options={[
          {
            value: "off",
            label: "Stay out",
            hint: "Only people with an account come in, by their verified email address.",
          },
          { value: "on", label: "Get an account", hint: "Created when they first come, with the roles below." },
        ]}
        value={form.values.newPeople}
        onChange={(value) => form.set("newPeople", value)}
      />
      {on && (
        <>
          <Field label="Roles they get" path="roles">
            <MultiSelect
              label="Roles they get"
              options={roles}
              value={form.values.roles}
              onChange={(value) => form.set("roles", [...value])}
            />
          </Field>
          <Field
            label="Email domains"
            optional
            hint="Only people with an address at one of these. Empty means anybody the provider lets in."
            path="emailDomains"
          >
            <TagInput
              value={form.values.emailDomains}
              placeholder="example.com"
              onChange={(domains) => form.set("emailDomains", domains)}
            />
          </Field>
        </>
      )}
    </>
  )
}
