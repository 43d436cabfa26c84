import { useChange, useLeaveGuard } from "@countersign/core/web"
import { Button, LeaveDialog, Notice, ThingPage, useToast } from "@countersign/ui"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { catalogContract } from "../contract.ts"
import { SystemForm } from "./SystemForm.tsx"
import { EMPTY_DRAFT, toInput } from "./system-draft.ts"

export default function NewSystemPage() {
  const toast = useToast()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const create = useChange(catalogContract.createSystem, { alsoChanges: ["catalog.group", "catalog.environment"] })
  const dirty = draft !== EMPTY_DRAFT && !create.isPending && !create.isSuccess

  function submit() {
    if (create.isPending) return
    create.mutate(toInput(draft), {
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
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <SystemForm draft={draft} onChange={setDraft} error={create.error} />
        {create.error && (
          <Notice tone="error" className="mt-4 max-w-2xl">
            {create.error.message}
          </Notice>
        )}
        <div className="mt-5 flex gap-2">
          <Button type="submit" variant="primary" busy={create.isPending}>
            Add system
          </Button>
          <Button onClick={() => void navigate({ to: "/catalog/systems" })}>Cancel</Button>
        </div>
      </form>
    </ThingPage>
  )
}
