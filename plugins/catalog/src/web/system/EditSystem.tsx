import { PageForm, useForm } from "@countersign/core/web"
import { useToast } from "@countersign/ui"
import { catalogContract, type SystemDetail } from "../../contract.ts"
import { SystemForm } from "./SystemForm.tsx"
import { type SystemDraft, toDraft, toInput, withoutBlankRows } from "./system-draft.ts"

/** The system's own fields in place of what they showed. A change by somebody else meanwhile is shown, not lost. */
export function EditSystem({ system, onDone }: { system: SystemDetail; onDone: () => void }) {
  const toast = useToast()
  const form = useForm(catalogContract.updateSystem, {
    base: system,
    values: toDraft,
    tidy: withoutBlankRows,
    input: (_, { id, version }, changed) => ({ systemId: id, version, ...toInput(changed) }),
    alsoChanges: ["catalog.group", "catalog.environment"],
    noun: "system",
    labels: LABELS,
    inWords: IN_WORDS,
    onUnchanged: onDone,
    onDone({ name }) {
      toast.success(`${name} was saved.`)
      onDone()
    },
  })
  return (
    <PageForm name="system" form={form} label={`Edit ${system.name}`} submitLabel="Save system" onCancel={onDone}>
      <SystemForm form={form} />
    </PageForm>
  )
}

const LABELS: Record<keyof SystemDraft, string> = {
  name: "Name",
  description: "Description",
  owner: "Owner team",
  groups: "Groups",
  environments: "Environments",
  tags: "Tags",
  contacts: "Who to call",
  links: "Links",
  metadata: "Metadata",
}

const IN_WORDS = {
  contacts: (rows: SystemDraft["contacts"]) =>
    rows.map(({ label, value, account }) => `${label}: ${account?.label ?? value}`).join("\n"),
  links: (rows: SystemDraft["links"]) => rows.map(({ label, url }) => `${label}: ${url}`).join("\n"),
  metadata: (rows: SystemDraft["metadata"]) => rows.map(({ name, value }) => `${name}: ${value}`).join("\n"),
}
