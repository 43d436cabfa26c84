import type { ReactNode } from "react"
import { createContext, isValidElement, use, useId } from "react"
import { cx } from "../class-names.ts"
import { useFieldIssue } from "./Form.tsx"

export type FieldProps = {
  label: ReactNode
  /** What to write, in a sentence. */
  hint?: ReactNode
  /** Where the form's input has it, such as `links.0.url`: what was wrong with that stands here until it is changed. */
  path?: string
  /** What the words at the path are about, where the control is more than one element. */
  value?: unknown
  /** What is wrong and what to write instead, where the page knows it by itself. */
  error?: ReactNode
  required?: boolean
  /** Writes "optional" beside the label, for forms where most fields are required. */
  optional?: boolean
  /** The label is read aloud but not drawn. */
  labelHidden?: boolean
  /** Given to the control; made up when absent. */
  id?: string
  className?: string
  children: ReactNode
}

/** A label, a control, a hint and an error, wired together for assistive technology. */
export function Field(props: FieldProps) {
  const { label, hint, path, required, optional, labelHidden, id, className, children } = props
  const issue = useFieldIssue(path, props.value ?? valueIn(children))
  const error = props.error || issue
  const madeUpId = useId()
  const controlId = id ?? madeUpId
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(" ") || undefined

  return (
    <FieldContext
      value={{ id: controlId, labelId: `${controlId}-label`, describedBy, invalid: Boolean(error), required }}
    >
      <div className={cx("flex min-w-0 flex-col gap-1", className)}>
        <label
          id={`${controlId}-label`}
          htmlFor={controlId}
          className={labelHidden ? "sr-only" : "font-medium text-ink text-table"}
        >
          {label}
          {optional && <span className="ml-1.5 font-normal text-faint">optional</span>}
        </label>
        {children}
        {error && (
          <p id={errorId} role="alert" className="text-danger-ink text-table">
            {error}
          </p>
        )}
        {hint && (
          <p id={hintId} className="text-muted text-table">
            {hint}
          </p>
        )}
      </div>
    </FieldContext>
  )
}

/** A Field has one control, and controls are given their value. */
function valueIn(control: ReactNode): unknown {
  if (!isValidElement<{ value?: unknown; checked?: unknown }>(control)) return undefined
  return control.props.value ?? control.props.checked
}

type FieldState = {
  id: string
  labelId: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean | undefined
}

export type ControlProps = {
  id?: string
  required?: boolean
  "aria-describedby"?: string
  "aria-invalid"?: boolean | "true" | "false" | "grammar" | "spelling"
}

/** What the surrounding Field says about the control, under what the control was given itself. */
export function useFieldControl(own: ControlProps): ControlProps {
  const field = use(FieldContext)
  if (!field) return own
  return {
    id: own.id ?? field.id,
    required: own.required ?? field.required,
    "aria-describedby": own["aria-describedby"] ?? field.describedBy,
    "aria-invalid": own["aria-invalid"] ?? (field.invalid || undefined),
  }
}

export function useFieldLabelId(): string | undefined {
  return use(FieldContext)?.labelId
}

/** The look of everything that is typed into. 16 px on touch screens, or iOS zooms the page on focus. */
export const CONTROL_CLASS = cx(
  "w-full min-w-0 rounded-md border border-control bg-surface text-ink pointer-coarse:text-[16px]",
  "hover:border-muted focus-visible:-outline-offset-1 aria-invalid:border-danger",
  "disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted",
)

const FieldContext = createContext<FieldState | null>(null)
