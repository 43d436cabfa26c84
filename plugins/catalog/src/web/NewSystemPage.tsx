import { useChange, useLeaveGuard } from "@countersign/core/web"
import { Button, Form, LeaveDialog, ThingPage, useToast } from "@countersign/ui"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { catalogContract } from "../contract.ts"
import { SystemForm } from "./SystemForm.tsx"
import { EMPTY_DRAFT, toInput, withoutBlankRows } from "./system-draft.ts"

export default function NewSystemPage() {
  const toast = useToast()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const create = useChange(catalogContract.createSystem, { alsoChanges: ["catalog.group", "catalog.environment"] })
  const dirty = draft !== EMPTY_DRAFT && !create.isPending && !create.isSuccess

  function submit() {
    if (create.isPending) return
    const filled = withoutBlankRows(draft)
    setDraft(filled)
    create.mutate(toInput(filled), {
      onSuccess({ id, name }) {
        toast.success(`${name} is in the catalog.`)
        void navigate({ to: `/catalog/systems/${id}`, replace: true })
      },
    })
  }
  return (
    <ThingPage
      breadcrumbs={[
        { label: "Catalog", href: "/catalog" },
        { label: "Systems", href: "/catalog/systems" },
      ]}
      title="Add a system"
      meta="Only the name is needed; the rest can come later."
    >
      <LeaveDialog {...useLeaveGuard(dirty)} />
      <Form name="system-new" failure={create.error} onSubmit={submit} className="flex flex-col gap-5">
        <SystemForm draft={draft} onChange={setDraft} />
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={create.isPending}>
            Add system
          </Button>
          <Button onClick={() => void navigate({ to: "/catalog/systems" })}>Cancel</Button>
        </div>
      </Form>
    </ThingPage>
  )
}
