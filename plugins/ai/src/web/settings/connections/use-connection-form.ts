import type { Connection } from "@countersign/core/contract"
import { type CallError, type FormState, useForm } from "@countersign/core/web"
import type { FormFailure } from "@countersign/ui"
import { aiContract, type DriverEntry } from "../../../contract.ts"
import {
  type ConnectionDraft,
  type ConnectionValues,
  compareConnection,
  keyToSend,
  toConnectionDraft,
  toConnectionValues,
} from "./connection-values.ts"

export interface ConnectionForm extends FormState<ConnectionValues> {
  driver: DriverEntry
  /** What is edited; null for a new one. */
  connection: Connection | null
  draft: ConnectionDraft
}

export function useConnectionForm(
  driver: DriverEntry,
  connection: Connection | null,
  onSaved: (connection: Connection) => void,
): ConnectionForm {
  const form = useForm(connection ? aiContract.updateConnection : aiContract.createConnection, {
    base: connection,
    values: (base) => toConnectionValues(driver, base),
    input(values, base) {
      const { draft } = toConnectionDraft(values)
      const apiKey = keyToSend(values)
      return base
        ? { ...draft, id: base.id, version: base.version, apiKey }
        : { ...draft, driver: driver.id, apiKey: apiKey ?? null }
    },
    check: (values) =>
      Object.entries(toConnectionDraft(values).issues).map(([path, message = ""]) => ({ path, message })),
    toFailure,
    compare: (theirs, values) => (theirs ? compareConnection(theirs, toConnectionDraft(values).draft) : []),
    noun: "connection",
    alsoChanges: ["ai.chat", "ai.audit"],
    onDone: onSaved,
  })
  return { ...form, driver, connection, draft: toConnectionDraft(form.values).draft }
}

function toFailure(error: CallError): FormFailure {
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
