import { type Edited, EditedProposal, PageForm, useForm } from "@countersign/core/web"
import { ThingPage, useToast } from "@countersign/ui"
import { useNavigate } from "@tanstack/react-router"
import { catalogContract } from "../../contract.ts"
import { SystemForm } from "./SystemForm.tsx"
import { askedDraft, EMPTY_DRAFT, toInput, withoutBlankRows } from "./system-draft.ts"

export default function NewSystemPage() {
  return (
    <ThingPage
      breadcrumbs={[
        { label: "Catalog", href: "/catalog" },
        { label: "Systems", href: "/catalog/systems" },
      ]}
      title="Add a system"
      meta="Only the name is needed; the rest can come later."
    >
      <EditedProposal tool="catalog.createSystem">{(edited) => <NewSystem edited={edited} />}</EditedProposal>
    </ThingPage>
  )
}

function NewSystem({ edited }: { edited: Edited | undefined }) {
  const toast = useToast()
  const navigate = useNavigate()
  const form = useForm(catalogContract.createSystem, {
    values: () => (edited ? askedDraft(edited) : EMPTY_DRAFT),
    edited,
    tidy: withoutBlankRows,
    input: toInput,
    alsoChanges: ["catalog.group", "catalog.environment"],
    onDone({ id, name }) {
      toast.success(`${name} is in the catalog.`)
      void navigate({ to: `/catalog/systems/${id}`, replace: true })
    },
  })
  return (
    <PageForm
      name="system-new"
      form={form}
      submitLabel={edited ? "Propose the changed system" : "Add system"}
      onCancel={() => (edited ? edited.leave() : void navigate({ to: "/catalog/systems" }))}
    >
      <SystemForm form={form} />
    </PageForm>
  )
}
