import { SettingsSection } from "@countersign/ui"
import type { ReactNode } from "react"
import { ConflictNotice } from "./ConflictNotice.tsx"
import { LeaveGuard } from "./LeaveGuard.tsx"
import type { FormState } from "./use-form.ts"

export interface FormSectionProps<Values extends object> {
  /** One in the product, as for every form: "mail-server". */
  name: string
  form: FormState<Values>
  title: string
  /** One sentence: what these settings decide. */
  description: ReactNode
  submitLabel?: string
  /** Shown, but not to be saved by whoever looks at it. */
  readOnly?: boolean
  /** It can be sent as it is: the button does not wait for a change. */
  isNew?: boolean
  children: ReactNode
}

/** A section of a settings page that is saved by itself. */
export function FormSection<Values extends object>(props: FormSectionProps<Values>) {
  const { name, form, title, description, submitLabel, readOnly, isNew, children } = props
  return (
    <SettingsSection
      title={title}
      description={description}
      onSave={readOnly ? undefined : form.submit}
      formName={name}
      failure={form.failure}
      saveLabel={submitLabel}
      saving={form.busy}
      dirty={form.dirty || isNew === true}
      saved={form.saved}
    >
      {children}
      <ConflictNotice form={form} />
      <LeaveGuard unsaved={form.unsaved} />
    </SettingsSection>
  )
}
