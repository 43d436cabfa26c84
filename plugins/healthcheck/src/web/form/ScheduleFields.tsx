import { type FormState, useRegistry } from "@countersign/core/web"
import { Checkbox, Field, Select, TextInput } from "@countersign/ui"
import { useState } from "react"
import { type StatusRule, USUAL_RULE } from "../../contract/status-rule.ts"
import { everyWords } from "../words.ts"
import type { CheckDraft } from "./check-draft.ts"
import { Fold } from "./Fold.tsx"

const PRESETS = [10, 30, 60, 300, 900, 3_600, 86_400].map(String)
const OTHER = "other"

/** How often it runs; what counts as a failure of the system stands behind a fold. */
export function ScheduleFields(props: { form: FormState<CheckDraft>; isNew: boolean; hasRule: boolean }) {
  const { form, isNew, hasRule } = props
  const { intervalSeconds } = form.values
  const [isOther, setOther] = useState(!PRESETS.includes(intervalSeconds))
  const tells = useRegistry().hasFeature("notifications")
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start gap-3">
        <Field label="Runs" path={isOther ? undefined : "intervalSeconds"} className="w-48">
          <Select
            options={[
              ...PRESETS.map((value) => ({ value, label: everyWords(Number(value)) })),
              { value: OTHER, label: "at another interval" },
            ]}
            value={isOther ? OTHER : intervalSeconds}
            onChange={(value) => {
              setOther(value === OTHER)
              if (value !== OTHER) form.set("intervalSeconds", value)
            }}
          />
        </Field>
        {isOther && (
          <Field
            label="Seconds between runs"
            path="intervalSeconds"
            hint="5 seconds to a day (86,400)."
            className="w-48"
          >
            <TextInput inputMode="numeric" autoComplete="off" {...form.text("intervalSeconds")} />
          </Field>
        )}
      </div>
      {isNew && tells && (
        <Checkbox
          label="Tell me when it changes"
          hint="You get a message when one of its systems gets worse or recovers."
          {...form.checked("tellMe")}
        />
      )}
      <More form={form} hasRule={hasRule} />
    </div>
  )
}

function More({ form, hasRule }: { form: FormState<CheckDraft>; hasRule: boolean }) {
  return (
    <Fold label="Timeout, retries and status" paths={["timeoutSeconds", "retries", "statusRule"]} form={form}>
      <div className="flex flex-wrap items-start gap-3">
        <Field
          label="Timeout in seconds"
          optional
          path="timeoutSeconds"
          hint="Of one try. Left empty: 10, or less where it runs often."
          className="w-56"
        >
          <TextInput inputMode="decimal" autoComplete="off" {...form.text("timeoutSeconds")} />
        </Field>
        <Field label="Tries again within a run" path="retries" className="w-48">
          <Select
            options={["0", "1", "2", "3"].map((value) => ({ value, label: value === "0" ? "no" : value }))}
            {...form.choice("retries")}
          />
        </Field>
      </div>
      {hasRule && <RuleFields rule={form.values.rule} onChange={(rule) => form.set("rule", rule)} />}
    </Fold>
  )
}

const WINDOW: StatusRule = { kind: "window", runs: 10, unhealthyFrom: 5, degradedFrom: 3 }

function RuleFields({ rule, onChange }: { rule: StatusRule; onChange: (rule: StatusRule) => void }) {
  const number = (name: string, label: string, value: number, put: (value: number) => StatusRule) => (
    <Field key={name} label={label} path={`statusRule.${name}`} className="w-56">
      <TextInput
        inputMode="numeric"
        autoComplete="off"
        value={String(value)}
        // What is no number goes as it was written: the server's words tell what it takes.
        onChange={({ target }) =>
          onChange(put((/^\d+$/.test(target.value) ? Number(target.value) : target.value) as number))
        }
      />
    </Field>
  )
  return (
    <>
      <Field label="The status follows" path="statusRule.kind" className="w-56">
        <Select
          options={[
            { value: "consecutive", label: "runs in a row" },
            { value: "window", label: "the latest runs together" },
          ]}
          value={rule.kind}
          onChange={(kind) => onChange(kind === "window" ? WINDOW : USUAL_RULE)}
        />
      </Field>
      <div className="flex flex-wrap items-start gap-3">
        {rule.kind === "consecutive"
          ? [
              number("unhealthyAfter", "Unhealthy after failed runs", rule.unhealthyAfter, (value) => ({
                ...rule,
                unhealthyAfter: value,
              })),
              number("degradedAfter", "Degraded after bad runs", rule.degradedAfter, (value) => ({
                ...rule,
                degradedAfter: value,
              })),
              number("healthyAfter", "Healthy after good runs", rule.healthyAfter, (value) => ({
                ...rule,
                healthyAfter: value,
              })),
            ]
          : [
              number("runs", "Latest runs looked at", rule.runs, (value) => ({ ...rule, runs: value })),
              number("unhealthyFrom", "Unhealthy from failed runs", rule.unhealthyFrom, (value) => ({
                ...rule,
                unhealthyFrom: value,
              })),
              number("degradedFrom", "Degraded from bad runs", rule.degradedFrom, (value) => ({
                ...rule,
                degradedFrom: value,
              })),
            ]}
      </div>
    </>
  )
}
