import { ConfirmDialog } from "@countersign/ui"
import { useNavigate } from "@tanstack/react-router"
import type { AnyProcedure, InputOf } from "../../contract/procedure.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import { useChange } from "../use-call.ts"

/** Asks before a thing is deleted from its own page, and leaves that page. */
export function DeleteThing<P extends AnyProcedure>(props: {
  verb: P
  input: InputOf<P>
  /** What it is called. */
  name: string
  /** What it is: "incident". */
  noun: string
  /** What goes with it. */
  description: string
  /** Where to go afterwards: the list. */
  leaveTo: string
  alsoChanges?: readonly string[]
  onClose: () => void
}) {
  const navigate = useNavigate()
  const change = useChange(props.verb, { alsoChanges: props.alsoChanges })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={`Delete ${quoteName(props.name)}?`}
      description={`${props.description} This cannot be undone; only the audit log keeps that it existed.`}
      confirmLabel={`Delete ${props.noun}`}
      onConfirm={async () => {
        await change.mutateAsync(props.input)
        await navigate({ to: props.leaveTo })
      }}
    />
  )
}
