import { call, type FormState, useForm } from "@countersign/core/web"
import { type IncidentDetail, incidentContract } from "../contract.ts"
import { FIELD_WORDS, OVERRIDE_WORDS } from "./words.ts"

export type IncidentForm = FormState<ReturnType<typeof toValues>>

/**
 * The fields of an incident, each with an editor of its own. When somebody else changed others meanwhile both changes stand;
 * only where the same field was changed twice the person is asked.
 */
export function useIncidentForm(
  incident: IncidentDetail,
  options: { onClose?: () => void; keep?: string } = {},
): IncidentForm {
  const { id, version } = incident
  return useForm(incidentContract.update, {
    base: { id, version, ...pick(incident) },
    values: toValues,
    input: (_, base, { systems, ...changed }) => ({
      id: base.id,
      version: base.version,
      ...changed,
      systemIds: systems?.map((system) => system.id),
    }),
    mergesFields: true,
    read: async (base) => call(incidentContract.get, { id: base.id }),
    noun: "incident",
    labels: FIELD_WORDS,
    inWords: { healthOverride: (value) => OVERRIDE_WORDS[value] },
    alsoChanges: ["catalog.system"],
    keep: options.keep,
    onDone: options.onClose,
    onUnchanged: options.onClose,
  })
}

function toValues({ systems, ...fields }: ReturnType<typeof pick>) {
  const { title, description, severity, healthOverride, suppressNotifications, postmortem } = fields
  return {
    title,
    description,
    severity,
    systems: systems.map((system) => ({ id: system.id, label: system.name })),
    healthOverride,
    suppressNotifications,
    postmortem,
  }
}

/** Without the timeline, which a draft that is kept need not hold. */
function pick(incident: IncidentDetail) {
  const { title, description, severity, systems, healthOverride, suppressNotifications, postmortem } = incident
  return { title, description, severity, systems, healthOverride, suppressNotifications, postmortem }
}
