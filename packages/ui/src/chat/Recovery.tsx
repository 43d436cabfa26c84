import { Bot, Pencil, RotateCcw } from "lucide-react"
import { Button } from "../actions/Button.tsx"
import { TextLink } from "../actions/Link.tsx"

export type RecoveryProps = {
  onTryAgain?: (() => void) | undefined
  /** Puts the question back to where it was written. */
  onEdit?: (() => void) | undefined
  onOtherModel?: (() => void) | undefined
  /** For those who may look after it. */
  connectionHref?: string | undefined
}

/** The ways on after an answer that failed. */
export function Recovery({ onTryAgain, onEdit, onOtherModel, connectionHref }: RecoveryProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {onTryAgain && (
        <Button size="sm" icon={<RotateCcw />} onClick={onTryAgain}>
          Try again
        </Button>
      )}
      {onEdit && (
        <Button size="sm" icon={<Pencil />} onClick={onEdit}>
          Edit and resend
        </Button>
      )}
      {onOtherModel && (
        <Button size="sm" icon={<Bot />} onClick={onOtherModel}>
          Use another model
        </Button>
      )}
      {connectionHref && <TextLink href={connectionHref}>Open connection</TextLink>}
    </div>
  )
}
