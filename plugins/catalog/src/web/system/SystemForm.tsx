import { personAccess, teamAccess } from "@countersign/core/contract"
import { type FormState, useCan } from "@countersign/core/web"
import { Combobox, Field, MultiSelect, RowsField, Select, TagInput, TextArea, TextInput } from "@countersign/ui"
import { environmentAccess, groupAccess } from "../../contract.ts"
import { environmentOptions, groupOptions, personOptions, teamOptions } from "../options.ts"
import { PairsField } from "../PairsField.tsx"
import { type ContactRow, newKey, type SystemDraft } from "./system-draft.ts"

/** The boxes of a system, for adding one and for changing one. The form and its buttons are the page's. */
export function SystemForm({ form }: { form: FormState<SystemDraft> }) {
  const can = useCan()
  const { values: draft, change: set } = form

  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <Field label="Name" required path="name">
        <TextInput autoComplete="off" maxLength={120} {...form.text("name")} />
      </Field>
      <Field label="Description" path="description" hint="What it does and what depends on it.">
        <TextArea rows={4} {...form.text("description")} />
      </Field>
      {can(teamAccess.read) && (
        <Field label="Owner team" path="ownerTeamId" hint="Who answers for it. Rights are given on its Access tab.">
          <Combobox
            label="Owner team"
            clearable
            {...form.choice("owner")}
            loadOptions={teamOptions}
            placeholder="Nobody"
            emptyText="No team matches. Teams are created under Settings."
          />
        </Field>
      )}
      {can(groupAccess.read) && (
        <Field label="Groups" path="groupIds">
          <MultiSelect
            label="Groups"
            {...form.choice("groups")}
            loadOptions={groupOptions}
            placeholder="In no group"
            emptyText="No group matches. Groups are created on the page Groups."
          />
        </Field>
      )}
      {can(environmentAccess.read) && (
        <Field label="Environments" path="environmentIds" hint="Where it runs: production, staging.">
          <MultiSelect
            label="Environments"
            {...form.choice("environments")}
            loadOptions={environmentOptions}
            placeholder="None"
            emptyText="No environment matches. They are created on the page Environments."
          />
        </Field>
      )}
      <Field label="Tags" path="tags" hint="Press Enter after each. Lists can be narrowed by them.">
        <TagInput label="Tags" {...form.choice("tags")} />
      </Field>
      <Contacts rows={draft.contacts} onChange={(contacts) => set({ contacts })} />
      <RowsField
        label="Links"
        hint="Runbook, dashboard, code: addresses that begin with http:// or https://."
        noun="link"
        rows={draft.links}
        onChange={(links) => set({ links })}
        blank={() => ({ key: newKey(), label: "", url: "" })}
      >
        {(row, change, index) => (
          <>
            <Field
              labelHidden
              label={`Label of link ${index + 1}`}
              className="w-full sm:w-48"
              path={`links.${index}.label`}
            >
              <TextInput
                placeholder="Runbook"
                value={row.label}
                onChange={({ target }) => change({ label: target.value })}
              />
            </Field>
            <Field
              labelHidden
              label={`Address of link ${index + 1}`}
              className="min-w-40 flex-1"
              path={`links.${index}.url`}
            >
              <TextInput
                type="url"
                placeholder="https://"
                value={row.url}
                onChange={({ target }) => change({ url: target.value })}
              />
            </Field>
          </>
        )}
      </RowsField>
      <PairsField
        label="Metadata"
        hint="Anything else worth keeping, such as tier or language."
        rows={draft.metadata}
        onChange={(metadata) => set({ metadata })}
        path="metadata"
      />
    </div>
  )
}

interface ContactsProps {
  rows: ContactRow[]
  onChange: (rows: ContactRow[]) => void
}

function Contacts({ rows, onChange }: ContactsProps) {
  const can = useCan()
  const mayList = can(personAccess.read)
  const elsewhere = [
    { value: "person", label: "Person elsewhere" },
    { value: "mailbox", label: "Mailbox" },
  ] as const
  const everybody = [{ value: "account", label: "Person here" }, ...elsewhere] as const
  return (
    <RowsField<ContactRow>
      label="Who to call"
      hint="Shown on the system's page to whoever has to act."
      noun="contact"
      rows={rows}
      onChange={onChange}
      blank={() => ({ key: newKey(), kind: "mailbox", label: "", value: "", account: null })}
    >
      {(row, change, index) => (
        <>
          <Field labelHidden label={`Kind of contact ${index + 1}`} className="w-full sm:w-40">
            <Select
              // Who may not list people still sees that one is chosen.
              options={mayList || row.kind === "account" ? everybody : elsewhere}
              value={row.kind}
              onChange={(kind) => change({ kind: toKind(kind) })}
            />
          </Field>
          <Field
            labelHidden
            label={`Role of contact ${index + 1}`}
            className="w-full sm:w-36"
            path={`contacts.${index}.label`}
          >
            <TextInput
              placeholder="On call"
              value={row.label}
              onChange={({ target }) => change({ label: target.value })}
            />
          </Field>
          <Field
            labelHidden
            label={`Contact ${index + 1}`}
            className="min-w-40 flex-1"
            path={`contacts.${index}.value`}
          >
            {row.kind === "account" ? (
              <Combobox
                label={`Contact ${index + 1}`}
                value={row.account}
                onChange={(account) => change({ account })}
                loadOptions={personOptions}
                placeholder="Type part of a name"
              />
            ) : (
              <TextInput
                type={row.kind === "mailbox" ? "email" : "text"}
                placeholder={row.kind === "mailbox" ? "team@example.com" : "Name, number or address"}
                value={row.value}
                onChange={({ target }) => change({ value: target.value })}
              />
            )}
          </Field>
        </>
      )}
    </RowsField>
  )
}

function toKind(value: string): ContactRow["kind"] {
  return value === "account" || value === "person" ? value : "mailbox"
}
