import { Checkbox, Field, Notice, RadioGroup, Select, TextInput } from "@countersign/ui"
import { type CapDraft, type CapUnit, capSentence, readCap, UNIT_MINUTES } from "./spend-cap.ts"
import type { ConnectionForm } from "./use-connection-form.ts"
import type { ListedModels } from "./use-model-list.ts"

export function ConnectionCapFields({ form, list }: { form: ConnectionForm; list: ListedModels }) {
  const { cap: draft } = form.values
  const set = (patch: Partial<CapDraft>) => form.change({ cap: { ...draft, ...patch } })
  const { cap } = readCap(draft)
  return (
    <>
      <Checkbox label="Limit what may be spent" checked={draft.on} onChange={(on) => set({ on })} />
      {!draft.on && <p className="text-muted">Without a cap, calls end only where the provider ends them.</p>}
      {draft.on && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Tokens" optional path="spendCap.tokens">
              <TextInput
                inputMode="text"
                autoComplete="off"
                placeholder="2,000,000"
                className="tabular-nums"
                value={draft.tokens}
                onChange={(event) => set({ tokens: event.target.value })}
              />
            </Field>
            <Field label="US dollars" optional path="spendCap.usd">
              <TextInput
                inputMode="decimal"
                autoComplete="off"
                prefix="$"
                placeholder="25"
                className="tabular-nums"
                value={draft.usd}
                onChange={(event) => set({ usd: event.target.value })}
              />
            </Field>
          </div>
          <Field label="Within any" path="spendCap.window" value={`${draft.amount} ${draft.unit}`}>
            <div className="flex max-w-60 gap-2">
              <div className="w-20 shrink-0">
                <TextInput
                  inputMode="numeric"
                  autoComplete="off"
                  className="tabular-nums"
                  value={draft.amount}
                  onChange={(event) => set({ amount: event.target.value })}
                />
              </div>
              <Select
                id="spend-cap-unit"
                aria-label="Unit of the window"
                value={draft.unit}
                onChange={(unit) => set({ unit: unit as CapUnit })}
                options={Object.keys(UNIT_MINUTES).map((unit) => ({ value: unit, label: unit }))}
                className="flex-1"
              />
            </div>
          </Field>
          <RadioGroup
            label="For"
            value={draft.per}
            onChange={(per) => set({ per })}
            options={[
              { value: "principal", label: "Each person and application by itself" },
              { value: "connection", label: "All who use this connection together" },
            ]}
          />
          <p role="status" className="border-accent border-l-2 pl-3 text-ink">
            {cap ? capSentence(cap) : "Fill in the fields above to see what the cap means."}
          </p>
          {cap?.usdBudget !== undefined && <Prices form={form} list={list} hasTokens={cap.tokenBudget !== undefined} />}
        </>
      )}
    </>
  )
}

/** Money is only counted where a price is known. */
function Prices({ form, list, hasTokens }: { form: ConnectionForm; list: ListedModels; hasTokens: boolean }) {
  const model = list.models.find(({ id }) => id === form.values.defaultModel)
  if (!model || model.usdPerMillionTokens || hasTokens)
    return <p className="text-muted">Calls of models without a known price do not count against the dollars.</p>
  return (
    <Notice tone="warning" title={`No price is known for ${model.label}`}>
      Its calls do not count against the dollars, so nothing stops them. Add a budget in tokens.
    </Notice>
  )
}
