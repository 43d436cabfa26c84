import { Check, Copy } from "lucide-react"
import { useEffect, useId, useRef, useState } from "react"
import { Button } from "../actions/Button.tsx"
import { cx } from "../class-names.ts"

export type CopyFieldProps = {
  label: string
  value: string
  /** A secret shown once: says so, and offers nothing else. */
  once?: boolean
  className?: string
}

/** A link or secret to hand over: selected on focus, copied by the button. */
export function CopyField({ label, value, once, className }: CopyFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [copied, copy] = useCopy(value, () => input.current?.select())

  return (
    <div className={cx("flex flex-col gap-1", className)}>
      <label htmlFor={id} className="font-medium text-table">
        {label}
      </label>
      <div className="flex min-w-0 gap-2">
        <input
          id={id}
          ref={input}
          readOnly
          value={value}
          aria-describedby={once ? `${id}-once` : undefined}
          onFocus={(event) => event.target.select()}
          className="h-8 w-full min-w-0 rounded-md border border-control bg-sunken px-2.5 font-mono text-ink text-table pointer-coarse:h-10"
        />
        <Button icon={copied ? <Check /> : <Copy />} onClick={copy}>
          {copied ? "Copied" : "Copy"}
        </Button>
      </div>
      {once && (
        <p id={`${id}-once`} className="text-muted text-table">
          Shown only now. Store it before you leave this page.
        </p>
      )}
      <span role="status" className="sr-only">
        {copied ? "Copied" : ""}
      </span>
    </div>
  )
}

/** Copies, and says so for two seconds; `onRefused` runs where the browser forbids the clipboard. */
export function useCopy(value: string, onRefused?: () => void): [copied: boolean, copy: () => void] {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])

  function copy() {
    // Absent on plain HTTP from another machine.
    if (!navigator.clipboard) return onRefused?.()
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => onRefused?.(),
    )
  }
  return [copied, copy]
}
