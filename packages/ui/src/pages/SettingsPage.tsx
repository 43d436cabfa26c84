import type { ReactNode } from "react"
import { useId } from "react"
import { Button } from "../actions/Button.tsx"
import { Form, type FormFailure } from "../fields/Form.tsx"
import { PAGE_CLASS, PageHeader } from "./ListPage.tsx"

export type SettingsPageProps = {
  title: string
  description?: ReactNode
  /** SettingsSection each, DangerZone last. */
  children: ReactNode
}

export function SettingsPage({ title, description, children }: SettingsPageProps) {
  return (
    <div className={PAGE_CLASS}>
      <PageHeader title={title} description={description} />
      <div className="mt-4 max-w-5xl divide-y divide-hairline border-hairline border-t">{children}</div>
    </div>
  )
}

export type SettingsSectionProps = {
  title: string
  /** One sentence: what these settings decide. */
  description: ReactNode
  children: ReactNode
  saveLabel?: string
  saving?: boolean
  /** Whether anything differs from what is stored; the button waits for it. */
  dirty?: boolean
  /** Said beside the button after saving. */
  saved?: boolean
} & (
  | {
      /** Saves this section alone. Without it the section has no form, e.g. because its switches act at once. */
      onSave: (() => void) | undefined
      formName: string
      failure?: FormFailure | null
    }
  | { onSave?: undefined; formName?: undefined; failure?: undefined }
)

export function SettingsSection({
  title,
  description,
  children,
  onSave,
  formName,
  failure,
  saveLabel = "Save",
  saving,
  dirty = true,
  saved,
}: SettingsSectionProps) {
  const id = useId()
  const body = (
    <>
      <div className="flex max-w-xl flex-col gap-4">{children}</div>
      {onSave && (
        <div className="mt-4 flex items-center gap-3">
          <Button type="submit" variant="primary" busy={saving} disabled={!dirty && !saving}>
            {saveLabel}
          </Button>
          <span role="status" className="text-muted text-table">
            {saved && !dirty ? "Saved" : ""}
          </span>
        </div>
      )}
    </>
  )

  return (
    <section aria-labelledby={id} className="grid gap-x-10 gap-y-3 py-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div>
        <h2 id={id} className="font-semibold text-prose">
          {title}
        </h2>
        <p className="max-w-md text-muted text-table">{description}</p>
      </div>
      {onSave ? (
        <Form name={formName} failure={failure} onSubmit={() => !saving && onSave()} className="min-w-0">
          {body}
        </Form>
      ) : (
        <div className="min-w-0">{body}</div>
      )}
    </section>
  )
}

export type DangerZoneProps = { title?: string; children: ReactNode }

/** Last on a settings page: DangerAction each. */
export function DangerZone({ title = "Danger zone", children }: DangerZoneProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="py-6">
      <h2 id={id} className="font-semibold text-danger-ink text-prose">
        {title}
      </h2>
      <div className="mt-2 divide-y divide-hairline border-danger border-l-2 pl-4">{children}</div>
    </section>
  )
}

export type DangerActionProps = {
  title: string
  /** What will happen, and whether it can be undone. */
  children: ReactNode
  /** A danger Button that opens a ConfirmDialog. */
  action: ReactNode
}

export function DangerAction({ title, children, action }: DangerActionProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 max-w-xl">
        <p className="font-medium text-table">{title}</p>
        <p className="text-muted text-table">{children}</p>
      </div>
      {action}
    </div>
  )
}
