import { ButtonLink } from "@countersign/ui"
import { useCatalogRights } from "./use-holds.ts"

/** The ways to add systems that are open to this person, for the head of a page. */
export function AddActions() {
  const { mayAdd, mayImport } = useCatalogRights()
  return (
    <>
      {mayImport && <ButtonLink href="/catalog/import">Import</ButtonLink>}
      {mayAdd && (
        <ButtonLink href="/catalog/systems/new" variant="primary">
          Add system
        </ButtonLink>
      )}
    </>
  )
}
