import { storedNow, useCall, useChange } from "@countersign/core/web"
import { Button, Dialog, Field, Notice, TextArea, TextInput, useToast } from "@countersign/ui"
import { useState } from "react"
import { catalogContract, type Environment, type EnvironmentOverview } from "../contract.ts"
import { DeletionDialog } from "./DeletionDialog.tsx"
import { PairsField } from "./PairsField.tsx"
import { fromPairs, type PairRow, toPairs, withoutBlankPairs } from "./system-draft.ts"
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

interface Typed {
  name?: string
  description?: string
  fields?: PairRow[]
}

function EnvironmentForm(props: { open: boolean; environment: Environment | "new"; onClose: () => void }) {
  const { open, environment, onClose } = props
  const toast = useToast()
  const [base, setBase] = useState(environment)
  const [typed, setTyped] = useState<Typed>({})
  const create = useChange(catalogContract.createEnvironment, CHANGES)
  const update = useChange(catalogContract.updateEnvironment, CHANGES)
  const { error } = environment === "new" ? create : update
  const stored = base === "new" ? { name: "", description: "", fields: {} } : base
  const [storedRows, setStoredRows] = useState(() => toPairs(stored.fields))
  const rows = typed.fields ?? storedRows
  const theirs = storedNow(error, base === "new" ? null : base, environment === "new" ? null : environment)

  function done(saved: Environment, words: string) {
    toast.success(words)
    // Opened again, the dialog starts from what was saved.
    setBase(environment === "new" ? "new" : saved)
    setStoredRows(environment === "new" ? [] : toPairs(saved.fields))
    setTyped({})
    onClose()
  }
  function submit() {
    const filled = withoutBlankPairs(rows)
    if (typed.fields) setTyped({ ...typed, fields: filled })
    const fields = fromPairs(filled)
    const { name = stored.name, description = stored.description } = typed
    if (base === "new")
      create.mutate({ name, description, fields }, { onSuccess: (saved) => done(saved, `${saved.name} was added.`) })
    else
      update.mutate(
        {
          environmentId: base.id,
          version: (theirs ?? base).version,
          ...typed,
          fields: typed.fields ? fields : undefined,
        },
        { onSuccess: (saved) => done(saved, `${saved.name} was saved.`) },
      )
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={environment === "new" ? "Add an environment" : `Edit ${environment.name}`}
      onSubmit={submit}
      formName="environment"
      failure={error}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={create.isPending || update.isPending}>
            {theirs ? "Save mine" : environment === "new" ? "Add environment" : "Save environment"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Name" required path="name">
          <TextInput
            value={typed.name ?? stored.name}
            autoComplete="off"
            maxLength={120}
            onChange={({ target }) => setTyped({ ...typed, name: target.value })}
          />
        </Field>
        <Field label="Description" path="description">
          <TextArea
            rows={3}
            value={typed.description ?? stored.description}
            onChange={({ target }) => setTyped({ ...typed, description: target.value })}
          />
        </Field>
        <PairsField
          label="Fields"
          hint="Values that differ from stage to stage, such as baseUrl."
          rows={rows}
          onChange={(fields) => setTyped({ ...typed, fields })}
          path="fields"
        />
        {theirs && (
          <Notice tone="warning" title="Somebody else changed this environment while you were typing">
            It is now called "{theirs.name}" and has the fields {Object.keys(theirs.fields).join(", ") || "none"}. Save
            yours over it, or cancel.
          </Notice>
        )}
      </div>
    </Dialog>
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
