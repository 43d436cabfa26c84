import { ConfirmDialog, Notice, PlainText, Skeleton } from "@countersign/ui"
import type { Deletion } from "../contract.ts"

export interface DeletionDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What it is: "system". */
  noun: string
  name: string
  /** What would go along; undefined while it is read. */
  preview: Deletion | undefined
  failure: string | undefined
  /** Stands after the consequences. */
  reassurance?: string
  typeToConfirm?: boolean
  onConfirm: () => Promise<unknown>
}

/** Asks before something is deleted, and names everything that goes with it. */
export function DeletionDialog(props: DeletionDialogProps) {
  const { open, onOpenChange, noun, name, preview, failure, reassurance, typeToConfirm, onConfirm } = props
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete ${name}?`}
      description="This cannot be undone."
      confirmLabel={`Delete ${noun}`}
      {...(typeToConfirm && { typeToConfirm: name })}
      onConfirm={onConfirm}
    >
      {failure && <Notice tone="error">{failure}</Notice>}
      {!preview && !failure && <Skeleton lines={3} label="Reading what goes with it" />}
      {preview && (
        <div className="text-table">
          {preview.consequences.length === 0 ? (
            <p>Nothing else goes with it.</p>
          ) : (
            <>
              <p className="font-medium">What goes with it</p>
              <ul className="mt-1 list-disc pl-5">
                {preview.consequences.map(({ what, sentence }) => (
                  <li key={what}>
                    <PlainText>{sentence}</PlainText>
                  </li>
                ))}
              </ul>
            </>
          )}
          {reassurance && <p className="mt-2 text-muted">{reassurance}</p>}
        </div>
      )}
    </ConfirmDialog>
  )
}
