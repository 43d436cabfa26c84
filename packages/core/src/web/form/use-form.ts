import type { DiffRow, FormFailure, FormIssue } from "@countersign/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import type { AnyProcedure, InputOf, OutputOf } from "../../contract/procedure.ts"
import { CallError, callAndNote } from "../call.ts"
import type { Edited } from "../cards/edited-proposal.tsx"
import { ownResources } from "../live/shown.ts"
import { refresh } from "../use-call.ts"
import {
  changedElsewhere,
  changedFields,
  clashingFields,
  compareValues,
  type FieldWords,
  isSame,
} from "./form-values.ts"
import { storedNow } from "./stored-now.ts"
import { useKeptDraft } from "./use-kept-draft.ts"

export interface FormOptions<P extends AnyProcedure, Values extends object, Base> extends FieldWords<Values> {
  /** The record being edited, as last read, with its `version`. Left out where something new is made. */
  base?: Base
  /** What the fields show for a record. Values that are equal must look equal: no random keys. */
  values: (base: Base) => Values
  /** What the verb is sent. `changed` has only what differs from the record: the rest need not be written again. */
  input: (values: Values, base: Base, changed: Partial<Values>) => InputOf<P>
  onDone?: (output: OutputOf<P>, values: Values) => void
  /** Given: nothing is sent when nothing was changed, and this is called instead. */
  onUnchanged?: () => void
  /** What else reads again after it: `["catalog.system"]`. */
  alsoChanges?: readonly string[]
  /** What the record is called where somebody else changed it too: "system". */
  noun?: string
  /**
   * Fields that mean something each by itself: when somebody else changed others of them, both changes stand and nobody is
   * asked. Left out, every change that came between is shown.
   */
  mergesFields?: boolean
  /** Reads the record again, for one that can be too large to come along with a refusal. */
  read?: (base: Base) => Promise<Base>
  /** Rows in which nothing was written go before it is sent, so that what comes back names the rows that stand there. */
  tidy?: (values: Values) => Values
  /** What the page itself knows to be wrong, such as a number that is none. It is not sent then. */
  check?: (values: Values) => readonly FormIssue[]
  /** Where the server's words belong, when its paths are not those of the fields. */
  toFailure?: (error: CallError) => FormFailure
  /** Instead of comparing by `labels`, where fields and record are too different: what saving mine would change of theirs. */
  compare?: (theirs: Base, mine: Values) => readonly DiffRow[]
  /** The proposal that the fields began with: what is sent takes its place instead of being done. */
  edited?: Edited | undefined
  /** Keeps what is typed in this browser, under this name, until it is sent or dropped: `incident-update:<id>`. */
  keep?: string
}

export interface FormState<Values extends object> {
  values: Values
  /** What the fields show for what is stored. */
  stored: Values
  set<Name extends keyof Values>(name: Name, value: Values[Name]): void
  change(patch: Partial<Values>): void
  /** For TextInput, TextArea and PasswordInput: `{...form.text("title")}`. */
  text(name: KeysOf<Values, string>): { value: string; onChange(event: { target: { value: string } }): void }
  /** For controls that take a value and tell another: Select, SegmentedControl, RadioGroup, TagInput, ThingPicker. */
  choice<Name extends keyof Values>(name: Name): { value: Values[Name]; onChange(value: Values[Name]): void }
  /** For Switch and Checkbox. */
  checked(name: KeysOf<Values, boolean>): { checked: boolean; onChange(checked: boolean): void }
  /** Why the last attempt failed, for `Form` to show at the fields. */
  failure: FormFailure | null
  /** Shows what another call said about the same fields, such as a test. */
  tell(error: CallError | null): void
  /** Somebody else was quicker; ConflictNotice shows it. */
  conflict: FormConflict | null
  /** Saves what was typed over the other change; fields nobody typed in here stay as the other left them. */
  keepMine(): void
  /** Drops what was typed and goes on from the other change. */
  takeTheirs(): void
  /** Something differs from what is stored. */
  dirty: boolean
  /** Leaving now would lose something. */
  unsaved: boolean
  busy: boolean
  saved: boolean
  submit(): void
  /** Takes these values and sends them at once, for controls that act by themselves. */
  save(patch: Partial<Values>): void
  reset(): void
}

export interface FormConflict {
  noun: string | undefined
  /** What is stored now against what was typed. */
  rows: readonly DiffRow[]
  /** Labels of other fields that the other one changed. */
  alsoChanged: readonly string[]
}

type KeysOf<Values, Value> = { [Key in keyof Values]: Values[Key] extends Value ? Key : never }[keyof Values]

interface Attempt<Values, Base> {
  values: Values
  typed: Partial<Values>
  from: Base
  /** What it was before a control that acts by itself was touched. */
  revert?: Partial<Values>
}

// Changes of others that may come between before the person is asked: each costs a round trip.
const MOST_ATTEMPTS = 4

/**
 * A form over one verb, or over two: `useForm(team ? contract.update : contract.create, ...)`. What was typed survives every
 * failure. While anything is typed the record it started from stays fixed: its version decides, not the last read.
 */
export function useForm<P extends AnyProcedure, Values extends object, Base = undefined>(
  procedure: P,
  options: FormOptions<P, Values, Base>,
): FormState<Values> {
  const read = options.base as Base
  const client = useQueryClient()
  const [{ typed, began }, setDraft] = useKeptDraft<Values, Base>(options.keep)
  // The answer to our own change can be newer than the last read.
  const [answered, setAnswered] = useState<{ base: Base } | null>(null)
  const [met, setMet] = useState<Base | null>(null)
  const [told, setTold] = useState<FormFailure | null>(null)
  const dirty = Object.keys(typed).length > 0
  const base =
    dirty && began ? began.base : answered && versionOf(answered.base) > versionOf(read) ? answered.base : read
  const stored = options.values(base)
  const values: Values = { ...stored, ...typed }

  const sending = useMutation<OutputOf<P> | null, CallError, Attempt<Values, Base>>({
    mutationFn: send,
    onSuccess(output, attempt) {
      if (isLater(output, attempt.from)) setAnswered({ base: { ...attempt.from, ...output } })
      setDraft(() => ({ typed: {}, began: null }))
      if (output !== null) options.onDone?.(output, attempt.values)
    },
    onError({ body }, { revert }) {
      if (revert && body.code !== "conflict") setDraft((now) => ({ ...now, typed: revert }))
    },
  })

  /** Null where it became a proposal: nothing was done. */
  async function send(attempt: Attempt<Values, Base>): Promise<OutputOf<P> | null> {
    const { typed: mine } = attempt
    let { from } = attempt
    for (let tries = 1; ; tries++) {
      try {
        const input = options.input({ ...options.values(from), ...mine }, from, mine)
        if (options.edited) {
          await options.edited.propose(input as object)
          return null
        }
        const { output, since } = await callAndNote(procedure, input)
        await refresh(client, [...ownResources(procedure), ...(options.alsoChanges ?? [])], since)
        return output
      } catch (error) {
        const current = await currentOf(error, from)
        if (current === null) throw error
        const clashing = clashingFields(options.values(attempt.from), options.values(current), mine).length > 0
        if (clashing || !options.mergesFields || tries === MOST_ATTEMPTS) {
          setMet(current)
          throw error
        }
        from = current
      }
    }
  }
  async function currentOf(error: unknown, from: Base): Promise<Base | null> {
    if (!(error instanceof CallError) || error.body.code !== "conflict") return null
    if (error.body.currentLeftOut && options.read) return options.read(from)
    return (error.body.current as Base | undefined) ?? null
  }

  const error = sending.error
  const theirs = error ? (met ?? storedNow(error, versioned(base), versioned(read))) : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: one failure is one object, or the form would go to its first field with every key.
  const failure = useMemo(() => (error ? toFailure(error) : told), [error, told])

  function toFailure(refused: CallError): FormFailure {
    if (met !== null) return { message: refused.message, body: { ...refused.body, current: met } }
    return options.toFailure?.(refused) ?? refused
  }
  function forget() {
    setMet(null)
    setTold(null)
    if (!sending.isIdle && !sending.isPending) sending.reset()
  }
  function attempt(patch: Partial<Values>, from: Base, revert?: Partial<Values>) {
    if (sending.isPending) return
    const wanted: Values = { ...values, ...patch }
    const tidied = options.tidy?.(wanted) ?? wanted
    const changed = changedFields(stored, tidied)
    setDraft((now) => ({ typed: changed, began: dirty && now.began ? now.began : { base } }))
    forget()
    const issues = options.check?.(tidied) ?? []
    if (issues.length > 0) return setTold({ message: issues.map(({ message }) => message).join(" "), body: { issues } })
    if (options.onUnchanged && Object.keys(changed).length === 0) return options.onUnchanged()
    sending.mutate({ values: tidied, typed: changed, from, ...(revert ? { revert } : {}) })
  }
  function change(patch: Partial<Values>) {
    setDraft((now) => {
      const started = Object.keys(now.typed).length > 0 && now.began ? now.began : { base }
      const next = { ...now.typed, ...patch }
      for (const name of Object.keys(patch) as (keyof Values)[])
        if (isSame(options.values(started.base)[name], next[name])) delete next[name]
      return { typed: next, began: started }
    })
    if (sending.isSuccess) sending.reset()
  }
  const set = <Name extends keyof Values>(name: Name, value: Values[Name]) =>
    change({ [name]: value } as unknown as Partial<Values>)

  return {
    values,
    stored,
    set,
    change,
    text: (name) => ({
      value: String(values[name] ?? ""),
      onChange: ({ target }) => set(name, target.value as Values[typeof name]),
    }),
    choice: (name) => ({ value: values[name], onChange: (value) => set(name, value) }),
    checked: (name) => ({
      checked: values[name] === true,
      onChange: (checked) => set(name, checked as Values[typeof name]),
    }),
    failure,
    tell(next) {
      forget()
      setTold(next && (options.toFailure?.(next) ?? next))
    },
    conflict:
      theirs === null
        ? null
        : {
            noun: options.noun,
            rows:
              options.compare?.(theirs, { ...options.values(theirs), ...typed }) ??
              compareValues(options.values(theirs), typed, options),
            alsoChanged: changedElsewhere(stored, options.values(theirs), typed, options),
          },
    keepMine() {
      if (theirs === null) return
      setDraft((now) => ({ ...now, began: { base: theirs } }))
      attempt({}, theirs)
    },
    takeTheirs() {
      if (theirs !== null) setAnswered({ base: theirs })
      setDraft(() => ({ typed: {}, began: null }))
      forget()
    },
    dirty,
    unsaved: dirty && !sending.isPending && options.keep === undefined,
    busy: sending.isPending,
    saved: sending.isSuccess && !dirty,
    submit: () => attempt({}, base),
    save: (patch) => attempt(patch, base, typed),
    reset() {
      setDraft(() => ({ typed: {}, began: null }))
      forget()
    },
  }
}

/** Whether a verb answered with the record that it was given, as it is now. */
function isLater<Base>(output: unknown, from: Base): output is Partial<Base> {
  const idOf = (record: unknown) => (record as { id?: unknown } | null | undefined)?.id
  return versionOf(from) >= 0 && versionOf(output) > versionOf(from) && idOf(output) === idOf(from)
}

function versioned<Base>(record: Base): Base & { version: number } {
  return { ...record, version: versionOf(record) }
}

function versionOf(record: unknown): number {
  const version = (record as { version?: unknown } | null | undefined)?.version
  return typeof version === "number" ? version : -1
}
