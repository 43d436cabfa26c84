import { FormDialog, useCall, useChange, useForm } from "@countersign/core/web"
import { Field, TextArea, TextInput, useToast } from "@countersign/ui"
import { catalogContract, type Environment, type EnvironmentOverview } from "../contract.ts"
import { DeletionDialog } from "./DeletionDialog.tsx"
import { PairsField } from "./PairsField.tsx"
import { fromPairs, toPairs, withoutBlankPairs } from "./system/system-draft.ts"
import { useKept } from "./use-kept.ts"

const CHANGES = { alsoChanges: ["catalog.system"] } as const

interface Props {
  environment: Environment | "new" | null
  onClose: () => void
}

/** Adds an environment, or changes the given one. */
export function EnvironmentDialog({ environment, onClose }: Props) {
  const shown = useKept(environment)
  if (!shown) return null
  // A fresh form for each environment: nothing typed for one may end up in another.
  return (
    <EnvironmentForm
      key={shown === "new" ? "new" : shown.id}
      open={environment !== null}
      environment={shown}
      onClose={onClose}
    />
  )
}

function EnvironmentForm(props: { open: boolean; environment: Environment | "new"; onClose: () => void }) {
  const { open, environment, onClose } = props
  const toast = useToast()
  const isNew = environment === "new"
  const form = useForm(isNew ? catalogContract.createEnvironment : catalogContract.updateEnvironment, {
    base: isNew ? undefined : environment,
    values: (base) => ({
      name: base?.name ?? "",
      description: base?.description ?? "",
      fields: toPairs(base?.fields ?? {}),
    }),
    tidy: (values) => ({ ...values, fields: withoutBlankPairs(values.fields) }),
    input: ({ fields, ...values }, base, { fields: changedFields, ...changed }) =>
      base
        ? {
            environmentId: base.id,
            version: base.version,
            ...changed,
            fields: changedFields && fromPairs(changedFields),
          }
        : { ...values, fields: fromPairs(fields) },
    ...CHANGES,
    noun: "environment",
    labels: { name: "Name", description: "Description", fields: "Fields" },
    inWords: { fields: (rows) => rows.map(({ name, value }) => `${name}: ${value}`).join("\n") },
    onDone({ name }) {
      toast.success(`${name} was ${isNew ? "added" : "saved"}.`)
      onClose()
    },
  })
  return (
    <FormDialog
      name="environment"
      form={form}
      open={open}
      onClose={onClose}
      title={isNew ? "Add an environment" : `Edit ${environment.name}`}
      submitLabel={isNew ? "Add environment" : "Save environment"}
    >
      <Field label="Name" required path="name">
        <TextInput autoComplete="off" maxLength={120} {...form.text("name")} />
      </Field>
      <Field label="Description" path="description">
        <TextArea rows={3} {...form.text("description")} />
      </Field>
      <PairsField
        label="Fields"
        hint="Values that differ from stage to stage, such as baseUrl."
        rows={form.values.fields}
        onChange={(fields) => form.set("fields", fields)}
        path="fields"
      />
    </FormDialog>
  )
}

export function DeleteEnvironmentDialog(props: { environment: EnvironmentOverview | null; onClose: () => void }) {
  const { environment, onClose } = props
  const toast = useToast()
  const shown = useKept(environment)
  const remove = useChange(catalogContract.deleteEnvironment, CHANGES)
  const going = remove.status !== "idle" && remove.status !== "error" && remove.variables.environmentId === shown?.id
  const preview = useCall(
    catalogContract.previewDeleteEnvironment,
    { environmentId: shown?.id ?? "" },
    // Once it is going there is nothing left to preview.
    { enabled: environment !== null && !going, alsoShows: ["catalog.system"] },
  )
  if (!shown) return null
  return (
    <DeletionDialog
      open={environment !== null}
      onOpenChange={(next) => !next && onClose()}
      noun="environment"
      name={shown.name}
      preview={preview.data}
      failure={preview.error?.message}
      onConfirm={async () => {
        await remove.mutateAsync({ environmentId: shown.id })
        toast.success(`${shown.name} was deleted.`)
      }}
    />
  )
}
