import type { Connection } from "@countersign/core/contract"
import { useLeaveGuard } from "@countersign/core/web"
import {
  Button,
  cx,
  DiffTable,
  Field,
  Form,
  LeaveDialog,
  Notice,
  SettingsSection,
  TextInput,
  TextLink,
} from "@countersign/ui"
import { useEffect } from "react"
import type { DriverEntry } from "../../../contract.ts"
import { ConnectionCapFields } from "./ConnectionCapFields.tsx"
import { ConnectionCredentialFields } from "./ConnectionCredentialFields.tsx"
import { ConnectionBehaviourFields, ConnectionModelFields } from "./ConnectionModelFields.tsx"
import { ConnectionRolesField } from "./ConnectionRolesField.tsx"
import { compareConnection } from "./connection-values.ts"
import { type ConnectionForm as FormState, useConnectionForm } from "./use-connection-form.ts"
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
  const { dirty, busy } = form
  const guard = useLeaveGuard(dirty && !busy)
  useEffect(() => onDirty?.(dirty), [dirty, onDirty])
  return (
    <Form name="connection" failure={form.failure} onSubmit={form.submit}>
      <div className="max-w-5xl divide-y divide-hairline">
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
            <TextInput
              autoComplete="off"
              maxLength={80}
              value={form.values.label}
              onChange={(event) => form.set({ label: event.target.value })}
            />
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
      {form.theirs && <Conflict form={form} theirs={form.theirs} />}
      <SaveBar form={form} label={connection ? "Save connection" : "Connect"} always={!connection} />
      <LeaveDialog {...guard} />
    </Form>
  )
}

function Conflict({ form, theirs }: { form: FormState; theirs: Connection }) {
  const rows = compareConnection(theirs, form.draft)
  return (
    <Notice tone="warning" title="Somebody else changed this connection while you were typing">
      <p>Nothing is lost until you choose.</p>
      {rows.length > 0 && (
        <DiffTable
          rows={rows}
          label="Stored and typed"
          columns={{ before: "Stored now", after: "Yours" }}
          className="mt-2"
        />
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={form.takeTheirs}>
          Drop mine
        </Button>
        <Button size="sm" variant="primary" busy={form.busy} onClick={form.keepMine}>
          Save mine
        </Button>
      </div>
    </Notice>
  )
}

/** Stays in sight as soon as there is something to save. */
function SaveBar({ form, label, always }: { form: FormState; label: string; always: boolean }) {
  const { dirty, busy, saved } = form
  return (
    <div
      className={cx(
        "flex max-w-5xl items-center gap-3 border-hairline border-t py-3",
        (dirty || always) && "sticky bottom-(--bottom-bar-height) z-10 -mx-2 bg-canvas px-2",
      )}
    >
      <Button type="submit" variant="primary" busy={busy} disabled={!dirty && !always}>
        {label}
      </Button>
      {dirty && !always && (
        <Button variant="quiet" onClick={form.reset}>
          Undo the changes
        </Button>
      )}
      <span role="status" className="text-muted">
        {saved ? "Saved" : ""}
      </span>
    </div>
  )
}
