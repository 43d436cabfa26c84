import type { Connection } from "@countersign/core/contract"
import { type CallError, storedNow, useChange } from "@countersign/core/web"
import type { FormFailure } from "@countersign/ui"
import { useMemo, useState } from "react"
import { aiContract, type DriverEntry } from "../../../contract.ts"
import {
  type ConnectionDraft,
  type ConnectionValues,
  type FieldIssues,
  keyToSend,
  toConnectionDraft,
  toConnectionValues,
} from "./connection-values.ts"

export interface ConnectionForm {
  driver: DriverEntry
  /** What is edited; null for a new one. */
  connection: Connection | null
  values: ConnectionValues
  /** What the fields show for what is stored. */
  stored: ConnectionValues
  draft: ConnectionDraft
  set(patch: Partial<ConnectionValues>): void
  /** What the last attempt met: the browser's own words on fields that it did not send, or the server's. */
  failure: FormFailure | null
  /** The connection as somebody else left it meanwhile. */
  theirs: Connection | null
  keepMine(): void
  takeTheirs(): void
  /** The server's sentences on a call with the same fields, such as loading the models. */
  tell(error: CallError | null): void
  dirty: boolean
  busy: boolean
  saved: boolean
  submit(): void
  reset(): void
}

/** While anything is typed, what it started from stays fixed: the version decides, not the last read. */
export function useConnectionForm(
  driver: DriverEntry,
  connection: Connection | null,
  onSaved: (connection: Connection) => void,
): ConnectionForm {
  const [typed, setTyped] = useState<Partial<ConnectionValues>>({})
  const [startedFrom, setStartedFrom] = useState<Connection | null>(null)
  const [heldBack, setHeldBack] = useState(0)
  const [told, setTold] = useState<CallError | null>(null)
  const options = {
    alsoChanges: ["ai.chat", "ai.audit"],
    onDone(output: Connection) {
      setTyped({})
      setStartedFrom(null)
      setHeldBack(0)
      onSaved(output)
    },
  }
  const create = useChange(aiContract.createConnection, options)
  const update = useChange(aiContract.updateConnection, options)
  const change = connection ? update : create

  const dirty = Object.keys(typed).length > 0
  // An answer can be newer than the last read.
  const ahead = startedFrom !== null && startedFrom.version > (connection?.version ?? 0)
  const base = startedFrom && (dirty || ahead) ? startedFrom : connection
  const stored = toConnectionValues(driver, base)
  const values = { ...stored, ...typed }
  const { draft, issues } = toConnectionDraft(values)
  const error = change.error ?? told
  const theirs = storedNow(error, base, connection)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was wrong when it was sent, not what is typed since.
  const failure = useMemo(() => toFailure(error, heldBack > 0 ? issues : {}), [error, heldBack])

  function send(from: Connection | null) {
    if (change.isPending) return
    forgetAnswers()
    if (Object.keys(issues).length > 0) return setHeldBack(heldBack + 1)
    setHeldBack(0)
    const apiKey = keyToSend(values)
    if (from) update.mutate({ ...draft, id: from.id, version: from.version, apiKey })
    else create.mutate({ ...draft, driver: driver.id, apiKey: apiKey ?? null })
  }
  function forgetAnswers() {
    setTold(null)
    if (!change.isIdle && !change.isPending) change.reset()
  }
  return {
    driver,
    connection: base,
    values,
    stored,
    draft,
    set(patch) {
      if (!dirty) setStartedFrom(base)
      setTyped((before) => {
        const next = { ...before, ...patch }
        for (const name of Object.keys(patch) as (keyof ConnectionValues)[])
          if (JSON.stringify(stored[name]) === JSON.stringify(next[name])) delete next[name]
        return next
      })
      if (change.isSuccess) change.reset()
    },
    failure,
    theirs,
    keepMine() {
      setStartedFrom(theirs)
      send(theirs)
    },
    takeTheirs() {
      setTyped({})
      setStartedFrom(theirs)
      setHeldBack(0)
      forgetAnswers()
    },
    tell: (next) => {
      forgetAnswers()
      setTold(next)
    },
    dirty,
    busy: change.isPending,
    saved: change.isSuccess && !dirty,
    submit: () => send(base),
    reset() {
      setTyped({})
      setStartedFrom(null)
      setHeldBack(0)
      forgetAnswers()
    },
  }
}

function toFailure(error: CallError | null, issues: FieldIssues): FormFailure | null {
  const own = Object.entries(issues).map(([path, message]) => ({ path, message: message ?? "" }))
  if (own.length > 0) return { message: "", body: { issues: own } }
  if (!error) return null
  // A conflict that brings no other version is about the name, which somebody else took.
  if (error.body.code === "conflict" && !error.body.current && !error.body.currentLeftOut)
    return { message: error.message, body: { issues: [{ path: "label", message: error.message }] } }
  const told = (error.body.issues ?? []).map(({ path, message }) => ({ path: FIELD_OF[path] ?? path, message }))
  return { message: error.message, body: { ...error.body, issues: told } }
}

/** What the server calls otherwise than the fields that people fill in. */
const FIELD_OF: Readonly<Record<string, string>> = {
  "spendCap.tokenBudget": "spendCap.tokens",
  "spendCap.usdBudget": "spendCap.usd",
  "spendCap.windowMinutes": "spendCap.window",
}
