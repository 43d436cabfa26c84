import { type ToolCardProps, useCall } from "@countersign/core/web"
import { CodeBlock, EntryTable, ProposalChanges } from "@countersign/ui"
import { type Collectors, collectorInWords } from "../contract/assertion-words.ts"
import type { StatusRule } from "../contract/status-rule.ts"
import { healthcheckContract } from "../contract.ts"
import { fieldsOf } from "./config-shape.ts"
import { configInWords } from "./config-words.ts"
import { ruleWords, whereInWords } from "./words.ts"

/** A check that would be made or changed, in the words of its form: its script whole, all else part by part. */
export default function CheckCard({ proposal, listOf, recordOf, nameOf }: ToolCardProps) {
  const strategy = useStrategy(proposal)
  const isNew = proposal.diff.every(({ before }) => before === null)
  const row = (path: string) => proposal.diff.find((one) => one.path === path)
  const [config, collectors, assignments] = [row("config"), row("collectors"), row("assignments")]
  const sides = <Entry,>(of: typeof config, read: (value: Value) => Entry[]) =>
    of && { before: isNew ? null : read(of.before), after: read(of.after) }
  const fields = strategy ? fieldsOf(strategy.configSchema) : []
  const parts = sides(config, (value) => configInWords(fields, withoutSource(recordOf(value))))
  const held = sides(collectors, (value) =>
    listOf(value).flatMap((one) => collectorInWords(strategy?.collectors, one as Collectors[number])),
  )
  const called = (id: string) => {
    const thing = proposal.things.find((one) => one.id === id)
    return thing && !thing.lookalike ? thing.name : `${nameOf(id) ?? ""} (…${id.slice(-8)})`.trim()
  }
  const systems = sides(assignments, (value) => listOf(value).map((one) => whereInWords(one as Assigned, called)))
  const [before, after] = [sourceIn(config && recordOf(config.before)), sourceIn(config && recordOf(config.after))]
  const inWords = (value: Value): Value => {
    const rule = recordOf(value)
    return "kind" in rule ? ruleWords(rule as unknown as StatusRule) : (value ?? null)
  }
  const rows = proposal.diff.flatMap((one) => {
    if (one === config || one === collectors || one === assignments) return []
    if (one.path === "strategyId") return [{ ...one, after: strategy?.title ?? one.after }]
    if (one.path !== "statusRule") return [one]
    const { yaml: _, ...rest } = one
    return [{ ...rest, before: inWords(one.before) ?? null, after: inWords(one.after) ?? null }]
  })
  return (
    <div className="flex flex-col gap-3">
      <ProposalChanges proposal={{ ...proposal, diff: rows }} />
      {before !== undefined && before !== after && <Script title="Script as it is" source={before} />}
      {after !== undefined && (
        <Script title={before === after ? "Script, unchanged" : "Script as it will be"} source={after} />
      )}
      {parts && <EntryTable label={config?.label ?? ""} columns={["Part", "Value"]} {...parts} />}
      {held && <EntryTable label={collectors?.label ?? ""} columns={["What", "Otherwise"]} {...held} />}
      {systems && <EntryTable label={assignments?.label ?? ""} columns={["System", "Where", "Counts"]} {...systems} />}
    </div>
  )
}

type Value = Parameters<ToolCardProps["recordOf"]>[0]
type Assigned = Parameters<typeof whereInWords>[0]

/**
 * The way to check whose words the card speaks. A change does not name it, so that the check is asked; until it is known, and
 * where it is out of sight, parts go by the names they are stored under.
 */
function useStrategy({ diff, things }: ToolCardProps["proposal"]) {
  const named = diff.find(({ path }) => path === "strategyId")?.after
  const id = things.find(({ type }) => type === "healthcheck.healthcheck")?.id ?? ""
  const check = useCall(healthcheckContract.get, { id }, { enabled: typeof named !== "string" && id !== "" })
  const { data } = useCall(healthcheckContract.strategies, {}, { builtIn: true })
  const strategyId = typeof named === "string" ? named : check.data?.strategyId
  return data?.strategies.find((one) => one.id === strategyId)
}

/** All of it: whoever signs a script signs every line. */
function Script({ title, source }: { title: string; source: string }) {
  return <CodeBlock title={title} code={source} wrap />
}

function sourceIn(config: Readonly<Record<string, unknown>> | undefined): string | undefined {
  return typeof config?.source === "string" ? config.source : undefined
}

function withoutSource(config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { source, ...rest } = config
  return typeof source === "string" ? rest : { ...config }
}
