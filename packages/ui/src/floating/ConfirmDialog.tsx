import type { ReactNode } from "react"
import { useEffect, useRef, useState } from "react"
import { Button } from "../actions/Button.tsx"
import { Field } from "../fields/Field.tsx"
import { TextInput } from "../fields/TextInput.tsx"
import { Notice } from "../states/Notice.tsx"
import { Dialog } from "./Dialog.tsx"

export type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** A question that names the thing: "Delete payments-api?" */
  title: ReactNode
  /** What will happen, and whether it can be undone. */
  description: ReactNode
  /** The verb and its object: "Delete system". */
  confirmLabel: string
  cancelLabel?: string
  /** False for a confirmation that loses nothing. */
  danger?: boolean
  /** The name that must be typed before the button works. */
  typeToConfirm?: string
  /** While its promise is pending the button is busy; a rejection is shown here and the dialog stays. */
  onConfirm: () => unknown
  children?: ReactNode
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = "Cancel",
  danger = true,
  typeToConfirm,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const [typed, setTyped] = useState("")
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const typing = useRef<HTMLInputElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const matches = typeToConfirm === undefined || typed.trim() === typeToConfirm

  useEffect(() => {
    if (!open) return
    setTyped("")
    setFailure(null)
    setBusy(false)
  }, [open])

  async function confirm() {
    if (!matches || busy) return
    setBusy(true)
    setFailure(null)
    try {
      await onConfirm()
      onOpenChange(false)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      size="sm"
      onSubmit={confirm}
      formName="confirm"
      // The safe choice has the focus, so a stray Enter destroys nothing.
      initialFocus={typeToConfirm === undefined ? cancel : typing}
      footer={
        <>
          <Button ref={cancel} onClick={() => onOpenChange(false)}>
            {cancelLabel}
          </Button>
          <Button type="submit" variant={danger ? "danger" : "primary"} busy={busy} disabled={!matches}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {(children || typeToConfirm !== undefined || failure) && (
        <div className="flex flex-col gap-4">
          {children}
          {typeToConfirm !== undefined && (
            <Field
              label={
                <>
                  Type <code className="rounded-sm bg-sunken px-1 font-medium">{typeToConfirm}</code> to confirm
                </>
              }
            >
              <TextInput
                ref={typing}
                mono
                value={typed}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => setTyped(event.target.value)}
              />
            </Field>
          )}
          {failure && (
            <div ref={intoSight}>
              <Notice tone="error">{failure}</Notice>
            </div>
          )}
        </div>
      )}
    </Dialog>
  )
}

/** Below a long list nobody would see that nothing happened. */
function intoSight(failure: HTMLElement | null): void {
  failure?.scrollIntoView({ block: "nearest" })
}
