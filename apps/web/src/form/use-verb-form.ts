import type { AnyProcedure, InputOf, OutputOf } from "@countersign/core/contract"
import { type CallError, storedNow, useChange } from "@countersign/core/web"
import { useState } from "react"

export interface VerbFormOptions<P extends AnyProcedure, Values extends object, Base> {
  /** The record being edited, as last read; nothing when something new is made. */
  base?: Base
  /** What the fields show for a record. */
  values: (base: Base | undefined) => Values
  input: (values: Values, base: Base | undefined) => InputOf<P>
  onDone?: (output: OutputOf<P>) => void
  /** The record to go on from after saving, when the verb returns it. */
  nextBase?: (output: OutputOf<P>) => Base | undefined
  alsoChanges?: readonly string[]
}

export interface VerbForm<Values extends object> {
  values: Values
  set<Name extends keyof Values>(name: Name, value: Values[Name]): void
  /** Value and change handler for a text control. */
  text(name: StringKeys<Values>): { value: string; onChange(event: { target: { value: string } }): void }
  /** Why the last attempt failed; the form shows its words at the fields they are about. */
  error: CallError | null
  /** The record as somebody else left it, when it changed since it was read. */
  conflict: { current: object; message: string } | null
  /** Saves over the other change with what was typed here. */
  keepMine(): void
  /** Drops what was typed and goes on from the other change. */
  takeTheirs(): void
  dirty: boolean
  busy: boolean
  saved: boolean
  submit(): void
  reset(): void
}

type StringKeys<Values> = { [Key in keyof Values]: Values[Key] extends string ? Key : never }[keyof Values] & string

/**
 * A form over one verb. Issues stand at their fields, a stale version shows the other change, and what was typed
 * survives both. While anything is typed the record it started from stays fixed: the version decides, not the last read.
 */
export function useVerbForm<P extends AnyProcedure, Values extends object, Base = undefined>(
  procedure: P,
  options: VerbFormOptions<P, Values, Base>,
): VerbForm<Values> {
  const [typed, setTyped] = useState<Partial<Values>>({})
  const [startedFrom, setStartedFrom] = useState<{ base: Base | undefined } | null>(null)
  const change = useChange(procedure, {
    alsoChanges: options.alsoChanges,
    onDone(output) {
      setTyped({})
      setStartedFrom(options.nextBase ? { base: options.nextBase(output) } : null)
      options.onDone?.(output)
    },
  })

  const dirty = Object.keys(typed).length > 0
  const base = startedFrom && (dirty || isAhead(startedFrom.base, options.base)) ? startedFrom.base : options.base
  const stored = options.values(base)
  const values = { ...stored, ...typed }
  const error = change.error
  const met = storedNow(error, versioned(base), versioned(options.base))
  const conflict = error && met ? { current: met as object, message: error.body.message } : null

  function submit(from: Base | undefined = base) {
    if (!change.isPending) change.mutate(options.input(values, from))
  }

  function set<Name extends keyof Values>(name: Name, value: Values[Name]) {
    if (!dirty) setStartedFrom({ base })
    setTyped((before) => {
      const next = { ...before, [name]: value }
      if (isSame(stored[name], value)) delete next[name]
      return next
    })
    if (change.isSuccess) change.reset()
  }

  return {
    values,
    set,
    text: (name) => ({
      value: String(values[name] ?? ""),
      onChange: (event) => set(name, event.target.value as Values[typeof name]),
    }),
    error,
    conflict,
    keepMine() {
      const current = conflict?.current as Base | undefined
      setStartedFrom({ base: current })
      submit(current)
    },
    takeTheirs() {
      const current = conflict?.current as Base | undefined
      setTyped({})
      setStartedFrom({ base: current })
      change.reset()
    },
    dirty,
    busy: change.isPending,
    saved: change.isSuccess && !dirty,
    submit: () => submit(),
    reset() {
      setTyped({})
      setStartedFrom(null)
      change.reset()
    },
  }
}

/** An answer to our own change can be newer than the last read of the list. */
function isAhead(mine: unknown, read: unknown): boolean {
  return versionOf(mine) > versionOf(read)
}

function versioned(record: unknown): { version: number } {
  return { ...(record as object), version: versionOf(record) }
}

function versionOf(record: unknown): number {
  const version = (record as { version?: unknown } | undefined)?.version
  return typeof version === "number" ? version : -1
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
