import type { Connection } from "@countersign/core/contract"
import { PageForm } from "@countersign/core/web"
import { Field, SettingsSection, TextInput, TextLink } from "@countersign/ui"
import { useEffect } from "react"
import type { DriverEntry } from "../../../contract.ts"
import { ConnectionCapFields } from "./ConnectionCapFields.tsx"
import { ConnectionCredentialFields } from "./ConnectionCredentialFields.tsx"
import { ConnectionBehaviourFields, ConnectionModelFields } from "./ConnectionModelFields.tsx"
import { ConnectionRolesField } from "./ConnectionRolesField.tsx"
import { useConnectionForm } from "./use-connection-form.ts"
import { useModelList } from "./use-model-list.ts"

/** All there is to say about a connection, new or stored, saved at once. */
export function ConnectionForm(props: {
  driver: DriverEntry
  connection: Connection | null
  onSaved: (connection: Connection) => void
  /** Told while something is typed that is not saved. */
  onDirty?: (dirty: boolean) => void
}) {
  const { driver, connection, onSaved, onDirty } = props
  const form = useConnectionForm(driver, connection, onSaved)
  const list = useModelList(form)
  const { dirty } = form
  useEffect(() => onDirty?.(dirty), [dirty, onDirty])
  return (
    <PageForm
      name="connection"
      form={form}
      submitLabel={connection ? "Save connection" : "Connect"}
      isNew={!connection}
      className="max-w-5xl"
    >
      <div className="divide-y divide-hairline">
        <SettingsSection
          title={driver.label}
          description={
            driver.rehearsal
              ? "There is no AI behind it, so it needs no key: it recognises a few requests and plays them through the real tools."
              : driver.summary
          }
        >
          <Field
            label="Name"
            required
            path="label"
            hint="What people see where they choose a model."
            className="max-w-80"
          >
            <TextInput autoComplete="off" maxLength={80} {...form.text("label")} />
          </Field>
          <ConnectionCredentialFields form={form} />
        </SettingsSection>
        <SettingsSection title="Models" description="Which models there are, and which of them people can choose.">
          <ConnectionModelFields form={form} list={list} />
        </SettingsSection>
        <SettingsSection title="Who may use it" description="Administrators can use every connection.">
          <ConnectionRolesField form={form} />
        </SettingsSection>
        <SettingsSection
          title="Spend cap"
          description={
            <>
              Counts every call of any kind: answers, titles, summaries, tests. See{" "}
              <TextLink href="/help/settings/spend-caps">the guide</TextLink>.
            </>
          }
        >
          <ConnectionCapFields form={form} list={list} />
        </SettingsSection>
        <SettingsSection title="Behaviour" description="How its models are spoken to. The presets are right for most.">
          <ConnectionBehaviourFields form={form} list={list} />
        </SettingsSection>
      </div>
    </PageForm>
  )
}
