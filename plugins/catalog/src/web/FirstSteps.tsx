import { sampleAccess, sampleContract } from "@countersign/core/contract"
import { useCan, useChange } from "@countersign/core/web"
import { Button, ButtonLink, EmptyState, useToast } from "@countersign/ui"
import { useCatalogRights } from "./use-holds.ts"

/** An empty catalog: the three ways to begin, as far as this person may take them. */
export function FirstSteps() {
  const can = useCan()
  const { mayAdd, mayImport } = useCatalogRights()
  if (!mayAdd)
    return (
      <EmptyState title="No systems yet">
        Nothing in the catalog is open to you. Somebody who manages systems can add them or share them with your team.
      </EmptyState>
    )
  return (
    <EmptyState
      title="No systems yet"
      action={
        <>
          <ButtonLink href="/catalog/systems/new" variant="primary">
            Add a system
          </ButtonLink>
          {mayImport && <ButtonLink href="/catalog/import">Import a list</ButtonLink>}
        </>
      }
      secondary={can(sampleAccess.manage) && <SampleButton />}
    >
      A system is anything you look after: a service, a database, a site. Add the first one, import a list you already
      keep as CSV or YAML, or look around with sample data.
    </EmptyState>
  )
}

function SampleButton() {
  const toast = useToast()
  const add = useChange(sampleContract.addSample, {
    alsoChanges: ["catalog.system", "catalog.group", "catalog.environment"],
  })
  return (
    <Button
      variant="quiet"
      busy={add.isPending}
      onClick={() => add.mutate({}, { onError: (cause) => toast.error(cause, "The sample data was not added.") })}
    >
      Add sample data
    </Button>
  )
}
