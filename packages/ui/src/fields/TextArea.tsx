import type { Ref, TextareaHTMLAttributes } from "react"
import { cx } from "../class-names.ts"
import { CONTROL_CLASS, useFieldControl } from "./Field.tsx"

export type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  mono?: boolean
  ref?: Ref<HTMLTextAreaElement>
}

/** Grows with its text up to twelve lines, then scrolls. */
export function TextArea({ mono, className, rows = 3, ...rest }: TextAreaProps) {
  const control = useFieldControl(rest)
  return (
    <textarea
      rows={rows}
      {...rest}
      {...control}
      className={cx(
        CONTROL_CLASS,
        "field-sizing-content max-h-66 min-h-16 resize-y px-2.5 py-1.5 read-only:bg-sunken",
        mono ? "font-mono text-table" : "text-prose",
        className,
      )}
    />
  )
}
