import type { InputOf } from "@countersign/core/contract"
import { CallError, call, useChange } from "@countersign/core/web"
import type { DiffRow, FormFailure } from "@countersign/ui"
import { useState } from "react"
import type { HealthOverride, IncidentDetail, Severity } from "../contract.ts"
import { incidentContract } from "../contract.ts"
import { FIELD_WORDS, OVERRIDE_WORDS } from "./words.ts"

export interface IncidentEdit {
  title?: string
  description?: string
  severity?: Severity
  systems?: readonly { id: string; name: string }[]
  healthOverride?: HealthOverride
  suppressNotifications?: boolean
  postmortem?: string
}

export interface EditConflict {
  /** What somebody else wrote meanwhile against what was typed here. */
  rows: readonly DiffRow[]
  /** Writes what was typed over the other change. */
  keepMine(): Promise<boolean>
  /** Gives up what was typed. */
  takeTheirs(): void
}

export interface IncidentEditing {
  /** True once it is saved. `base` is the record the edit began from. */
  save(edit: IncidentEdit, base: IncidentDetail): Promise<boolean>
  busy: boolean
  failure: FormFailure | null
  conflict: EditConflict | null
  /** Forgets failure and conflict, for an editor that is closed. */
  reset(): void
}

/**
 * Saves fields of an incident. When somebody else changed other fields meanwhile both changes stand; only where the
 * same field was changed twice the person is asked, and what was typed stays.
 */
export function useIncidentEdit(): IncidentEditing {
  const { mutateAsync } = useChange(incidentContract.update, { alsoChanges: ["catalog.system"] })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<FormFailure | null>(null)
  const [conflict, setConflict] = useState<EditConflict | null>(null)

  function reset() {
    setFailure(null)
    setConflict(null)
  }

  async function save(edit: IncidentEdit, base: IncidentDetail): Promise<boolean> {
    setBusy(true)
    reset()
    try {
      await attempt(mutateAsync, edit, base)
      return true
    } catch (error) {
      if (error instanceof EditClash) {
        const { current, rows } = error
        setConflict({ rows, keepMine: () => save(edit, current), takeTheirs: reset })
      } else setFailure(error instanceof CallError ? error : { message: String(error) })
      return false
    } finally {
      setBusy(false)
    }
  }

  return { save, busy, failure, conflict, reset }
}

// Changes of others that may come between before the person is asked: each costs a round trip.
const MOST_ATTEMPTS = 4

type Send = (input: InputOf<typeof incidentContract.update>) => Promise<unknown>

async function attempt(send: Send, edit: IncidentEdit, base: IncidentDetail): Promise<void> {
  const { systems, ...fields } = edit
  const input = { id: base.id, ...fields, ...(systems ? { systemIds: systems.map(({ id }) => id) } : {}) }
  let version = base.version
  for (let tries = 1; ; tries++) {
    try {
      await send({ ...input, version })
      return
    } catch (error) {
      const current = await currentOf(error, base.id)
      if (!current) throw error
      const rows = clashes(edit, base, current)
      if (rows.length > 0) throw new EditClash(current, rows)
      if (tries === MOST_ATTEMPTS) throw error
      version = current.version
    }
  }
}

class EditClash extends Error {
  readonly current: IncidentDetail
  readonly rows: DiffRow[]

  constructor(current: IncidentDetail, rows: DiffRow[]) {
    super("Somebody else changed the same fields.")
    this.current = current
    this.rows = rows
  }
}

async function currentOf(error: unknown, id: string): Promise<IncidentDetail | null> {
  if (!(error instanceof CallError) || error.body.code !== "conflict") return null
  if (error.body.currentLeftOut) return call(incidentContract.get, { id })
  return (error.body.current as IncidentDetail | undefined) ?? null
}

/** The fields that both sides changed, to different values. */
export function clashes(edit: IncidentEdit, base: IncidentDetail, current: IncidentDetail): DiffRow[] {
  return (Object.keys(edit) as (keyof IncidentEdit)[]).flatMap((field) => {
    const [was, is, mine] = [base, current, edit].map((record) => inWords(field, record[field]))
    return is === was || is === mine ? [] : [{ label: FIELD_WORDS[field], before: is, after: mine }]
  })
}

function inWords(field: keyof IncidentEdit, value: IncidentEdit[keyof IncidentEdit]): string {
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (field === "healthOverride") return OVERRIDE_WORDS[value as HealthOverride]
  if (typeof value === "string") return value
  const names = (value ?? []).map(({ name }) => name)
  return names.sort((a, b) => a.localeCompare(b)).join(", ")
}
