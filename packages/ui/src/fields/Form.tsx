import type { FormEvent, KeyboardEvent, ReactNode } from "react"
import { createContext, use, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import { cx } from "../class-names.ts"
import { Notice } from "../states/Notice.tsx"

/** Why sending a form failed: a sentence, and words for single fields by their paths (`links.0.url`). */
export type FormFailure = {
  message: string
  body?: {
    issues?: readonly FormIssue[]
    /** The record as somebody else left it: the form shows both, so the sentence is not repeated. */
    current?: unknown
  }
}

export type FormIssue = { path: string; message: string }

export type FormProps = {
  /** One in the product, such as "incident-new": the suite that submits every form finds it by it. */
  name: string
  onSubmit: () => void
  failure?: FormFailure | null
  /** Names the form where its heading does not. */
  label?: string
  className?: string
  onKeyDown?: (event: KeyboardEvent) => void
  /** The form has its own place for what no field says: a FormFailureNotice. */
  placesNotice?: boolean
  children: ReactNode
}

/**
 * Every form of the product. What was wrong stands at the fields that have its path, in the server's words; what no field
 * has is said above them. Whoever sent it goes on at the first field to be mended, and its words go with the first key.
 * Ctrl or Cmd with Enter sends it from anywhere inside.
 */
export function Form(props: FormProps) {
  const { name, onSubmit, failure = null, label, className, onKeyDown, placesNotice, children } = props
  const element = useRef<HTMLFormElement>(null)
  const issues = failure?.body?.issues ?? NONE
  const [paths] = useState(() => new Map<object, string>())
  const [elsewhere, setElsewhere] = useState<string | null>(null)

  // Fields have told their paths by now: those below render first.
  useLayoutEffect(() => {
    const claimed = [...paths.values()]
    const left = issues.filter((issue) => !claimed.some((path) => isWithin(issue.path, path)))
    const all = failure && failure.body?.current === undefined && left.length === issues.length
    setElsewhere(all ? failure.message : left.map(({ message }) => message).join(" ") || null)
  }, [failure, issues, paths])

  useEffect(() => {
    if (!failure) return
    const wrong = element.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid]")
    const target = wrong ?? (elsewhere ? element.current?.querySelector<HTMLElement>("[data-form-failure]") : null)
    target?.scrollIntoView({ block: "center" })
    wrong?.focus({ preventScroll: true })
  }, [failure, elsewhere])

  const context = useMemo<FormState>(() => ({ issues, paths, elsewhere }), [issues, paths, elsewhere])

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    // A form inside a portal still bubbles to a form around it in the component tree.
    event.stopPropagation()
    // What was typed and not taken would be lost with a form that closes.
    const untaken = element.current?.querySelector<HTMLElement>("[data-untaken]")
    if (!untaken) return onSubmit()
    untaken.scrollIntoView({ block: "center" })
    untaken.focus({ preventScroll: true })
  }
  function handleKeyDown(event: KeyboardEvent) {
    onKeyDown?.(event)
    // As above: what a form inside a portal took is marked as taken.
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
    event.preventDefault()
    element.current?.requestSubmit()
  }
  return (
    <FormContext value={context}>
      <form
        ref={element}
        name={name}
        noValidate
        aria-label={label}
        className={className}
        onSubmit={handleSubmit}
        onKeyDown={handleKeyDown}
      >
        {!placesNotice && <FormFailureNotice />}
        {children}
      </form>
    </FormContext>
  )
}

export function FormFailureNotice({ className }: { className?: string }) {
  const elsewhere = use(FormContext)?.elsewhere
  if (!elsewhere) return null
  return (
    <div data-form-failure className={cx("max-w-2xl", className)}>
      <Notice tone="error">{elsewhere}</Notice>
    </div>
  )
}

type FormState = {
  issues: readonly FormIssue[]
  /** Of the fields that stand in the form now. */
  paths: Map<object, string>
  /** What no field says. */
  elsewhere: string | null
}

const NONE: readonly FormIssue[] = []
const FormContext = createContext<FormState | null>(null)

/** The words on one field, until its value is another than the one they were about. */
export function useFieldIssue(path: string | undefined, value: unknown): string | undefined {
  const form = use(FormContext)
  const [self] = useState(() => ({}))
  useLayoutEffect(() => {
    if (!form || path === undefined) return
    form.paths.set(self, path)
    return () => void form.paths.delete(self)
  }, [form, path, self])

  const issue = path === undefined ? undefined : issueAt(form, self, path)
  const [told, setTold] = useState<{ issue: FormIssue | undefined; value: unknown }>({ issue: undefined, value })
  if (told.issue !== issue) setTold({ issue, value })
  const about = told.issue === issue ? told.value : value
  return issue && isSame(about, value) ? issue.message : undefined
}

/** Its own, or one further inside that no other field has: `tags` also hears of `tags.3`. */
function issueAt(form: FormState | null, self: object, path: string): FormIssue | undefined {
  if (!form) return undefined
  const deeper = [...form.paths].filter(([other]) => other !== self).map(([, other]) => other)
  return (
    form.issues.find((issue) => issue.path === path) ??
    form.issues.find(
      (issue) =>
        isWithin(issue.path, path) && !deeper.some((other) => isWithin(other, path) && isWithin(issue.path, other)),
    )
  )
}

function isWithin(path: string, whole: string): boolean {
  return path === whole || path.startsWith(`${whole}.`)
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
