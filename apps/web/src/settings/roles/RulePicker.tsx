import { type OutputOf, rolesContract } from "@countersign/core/contract"
import { useCall } from "@countersign/core/web"
import { Checkbox, Notice, Skeleton } from "@countersign/ui"
import { useId } from "react"

type Rule = OutputOf<typeof rolesContract.listRules>["rules"][number]

export interface RulePickerProps {
  value: readonly string[]
  onChange?: (value: string[]) => void
  /** Rules that come from elsewhere, such as the roles of an application: shown as held, not changeable here. */
  heldElsewhere?: ReadonlySet<string>
}

/** Permissions with their sentences, plugin by plugin. Nobody can give what they do not hold. */
export function RulePicker({ value, onChange, heldElsewhere = NONE }: RulePickerProps) {
  const { data, error } = useCall(rolesContract.listRules, {})
  if (error) return <Notice tone="error">{error.message}</Notice>
  if (!data) return <Skeleton lines={8} label="Reading the permissions" />

  const everything = value.includes("*")
  const implied = impliedBy(data.rules, value)
  const plugins = Map.groupBy(data.rules, (rule) => rule.plugin)
  return (
    <div className="flex flex-col gap-6">
      {everything && <Notice>Holds every permission there is, including those of plugins added later.</Notice>}
      {[...plugins].map(([plugin, rules]) => (
        <PluginRules key={plugin} plugin={plugin}>
          {rules.map((rule) => {
            const source = implied.get(rule.id)
            const elsewhere = heldElsewhere.has(rule.id)
            return (
              <Checkbox
                key={rule.id}
                label={rule.sentence}
                hint={
                  <>
                    <code>{rule.id}</code>
                    {source && !value.includes(rule.id) && ` comes with ${source}`}
                    {elsewhere && !value.includes(rule.id) && " comes from a role"}
                    {!rule.held && onChange && " you do not hold this yourself"}
                  </>
                }
                checked={everything || value.includes(rule.id) || source !== undefined || elsewhere}
                disabled={
                  !onChange ||
                  everything ||
                  (!value.includes(rule.id) && (source !== undefined || elsewhere || !rule.held))
                }
                onChange={(checked) => onChange?.(checked ? [...value, rule.id] : value.filter((id) => id !== rule.id))}
              />
            )
          })}
        </PluginRules>
      ))}
    </div>
  )
}

const NONE: ReadonlySet<string> = new Set()

function PluginRules({ plugin, children }: { plugin: string; children: React.ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="border-hairline border-b pb-1 font-semibold text-prose">
        {plugin[0]?.toUpperCase()}
        {plugin.slice(1)}
      </h3>
      <div className="grid gap-x-8 gap-y-3 pt-3 lg:grid-cols-2">{children}</div>
    </section>
  )
}

/** By implied rule: one of the given rules that brings it along. */
function impliedBy(rules: readonly Rule[], held: readonly string[]): ReadonlyMap<string, string> {
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  const implied = new Map<string, string>()
  for (const source of held) {
    const open = [...(byId.get(source)?.implies ?? [])]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (implied.has(id)) continue
      implied.set(id, source)
      open.push(...(byId.get(id)?.implies ?? []))
    }
  }
  return implied
}
