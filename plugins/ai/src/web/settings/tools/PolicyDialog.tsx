import { useChange } from "@countersign/core/web"
import {
  Button,
  Checkbox,
  Combobox,
  Dialog,
  Field,
  type FormFailure,
  type Option,
  SegmentedControl,
  TextInput,
} from "@countersign/ui"
import { useState } from "react"
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
  const [kind, setKind] = useState<Kind>(firstKind)
  const [name, setName] = useState(firstName)
  const [demands, setDemands] = useState({
    twoPerson: policy?.twoPerson ?? true,
    forbidAuto: policy?.forbidAuto ?? false,
    off: policy?.off ?? false,
  })
  const change = useChange(aiContract.setPolicy, { onDone: onClose, alsoChanges: ["ai.tools"] })
  const some = Object.values(demands).some(Boolean)
  const [missing, setMissing] = useState<FormFailure | null>(null)

  function save() {
    setMissing(null)
    if (!name) return setMissing(SUBJECT_MISSING[kind])
    if (!some) return setMissing(NOTHING_DEMANDED)
    change.mutate({ subject: `${kind}:${name}`, ...demands, ...(policy ? { version: policy.version } : {}) })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={policy ? `Policy for ${firstName}` : "Add a policy"}
      onSubmit={save}
      formName="policy"
      failure={missing ?? change.error}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={change.isPending}>
            Save policy
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {!policy && (
          <>
            <SegmentedControl
              label="What it is about"
              value={kind}
              onChange={(next) => {
                setKind(next)
                setName("")
              }}
              options={[
                { value: "tool", label: "One tool" },
                { value: "rule", label: "All tools of a permission" },
              ]}
            />
            <Subject kind={kind} name={name} tools={tools} onChange={setName} />
          </>
        )}
        <fieldset className="flex flex-col gap-3">
          <legend className="sr-only">What it demands</legend>
          {DEMANDS.map((demand) => (
            <Checkbox
              key={demand.name}
              label={demand.label}
              hint={demand.hint}
              checked={demands[demand.name]}
              onChange={(checked) => setDemands((before) => ({ ...before, [demand.name]: checked }))}
            />
          ))}
        </fieldset>
      </div>
    </Dialog>
  )
}

const NOTHING_DEMANDED: FormFailure = {
  message: "A policy demands at least one of these. To demand nothing, remove the policy instead.",
}
const SUBJECT_MISSING: Record<Kind, FormFailure> = {
  tool: { message: "", body: { issues: [{ path: "subject", message: "Choose the tool it is about." }] } },
  rule: { message: "", body: { issues: [{ path: "subject", message: "Choose the permission it is about." }] } },
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
    .map(([rule, uses]) => ({ id: rule, label: rule, hint: `${uses.length} tools` }))
}
