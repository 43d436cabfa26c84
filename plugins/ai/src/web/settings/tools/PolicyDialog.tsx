import { FormDialog, useForm } from "@countersign/core/web"
import { Checkbox, Combobox, Field, type Option, SegmentedControl, TextInput } from "@countersign/ui"
import { aiContract, type PolicyEntry, type ToolEntry } from "../../../contract.ts"
import { DEMANDS } from "../words.ts"

type Kind = "tool" | "rule"

/** A new policy, or another look at one there is. */
export function PolicyDialog(props: {
  policy: PolicyEntry | null
  /** What the new one is about, where a link said so. */
  subject: string | undefined
  /** Undefined for those who may not list tools: they type the name. */
  tools: readonly ToolEntry[] | undefined
  onClose: () => void
}) {
  const { policy, tools, onClose } = props
  const [firstKind, firstName] = (policy?.subject ?? props.subject ?? "tool:").split(":") as [Kind, string]
  const form = useForm(aiContract.setPolicy, {
    base: policy,
    values: (base) => ({
      kind: firstKind,
      name: firstName,
      twoPerson: base?.twoPerson ?? true,
      forbidAuto: base?.forbidAuto ?? false,
      off: base?.off ?? false,
    }),
    input: ({ kind, name, ...demands }, base) => ({
      subject: `${kind}:${name}`,
      ...demands,
      ...(base ? { version: base.version } : {}),
    }),
    check({ kind, name, twoPerson, forbidAuto, off }) {
      if (!name) return [{ path: "subject", message: SUBJECT_MISSING[kind] }]
      return twoPerson || forbidAuto || off ? [] : [{ path: "", message: NOTHING_DEMANDED }]
    },
    noun: "policy",
    labels: Object.fromEntries(DEMANDS.map(({ name, label }) => [name, label])),
    alsoChanges: ["ai.tools"],
    onDone: onClose,
  })
  const { kind, name } = form.values
  return (
    <FormDialog
      name="policy"
      form={form}
      onClose={onClose}
      title={policy ? `Policy for ${firstName}` : "Add a policy"}
      submitLabel="Save policy"
    >
      {!policy && (
        <>
          <SegmentedControl
            label="What it is about"
            value={kind}
            onChange={(next) => form.change({ kind: next, name: "" })}
            options={[
              { value: "tool", label: "One tool" },
              { value: "rule", label: "All tools of a permission" },
            ]}
          />
          <Subject kind={kind} name={name} tools={tools} onChange={(next) => form.set("name", next)} />
        </>
      )}
      <fieldset className="flex flex-col gap-3">
        <legend className="sr-only">What it demands</legend>
        {DEMANDS.map((demand) => (
          <Checkbox key={demand.name} label={demand.label} hint={demand.hint} {...form.checked(demand.name)} />
        ))}
      </fieldset>
    </FormDialog>
  )
}

const NOTHING_DEMANDED = "A policy demands at least one of these. To demand nothing, remove the policy instead."
const SUBJECT_MISSING: Record<Kind, string> = {
  tool: "Choose the tool it is about.",
  rule: "Choose the permission it is about.",
}

function Subject(props: {
  kind: Kind
  name: string
  tools: readonly ToolEntry[] | undefined
  onChange: (name: string) => void
}) {
  const { kind, name, tools, onChange } = props
  const label = kind === "tool" ? "Tool" : "Permission"
  if (!tools)
    return (
      <Field label={label} path="subject">
        <TextInput mono autoComplete="off" value={name} onChange={(event) => onChange(event.target.value.trim())} />
      </Field>
    )
  return (
    <Field label={label} path="subject">
      <Combobox
        label={label}
        placeholder={kind === "tool" ? "incident.delete" : "incident.incident.manage"}
        options={kind === "tool" ? toolOptions(tools) : ruleOptions(tools)}
        value={name ? { id: name, label: name } : null}
        onChange={(option) => onChange(option?.id ?? "")}
      />
    </Field>
  )
}

function toolOptions(tools: readonly ToolEntry[]): Option[] {
  return tools.map(({ name, effect }) => ({ id: name, label: name, hint: effect }))
}

function ruleOptions(tools: readonly ToolEntry[]): Option[] {
  const rules = Map.groupBy(
    tools.flatMap((tool) => tool.requiredAccessRules),
    (rule) => rule,
  )
  return [...rules]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([rule, uses]) => ({ id: rule, label: rule, hint: uses.length === 1 ? "1 tool" : `${uses.length} tools` }))
}
