import type { ToolCardProps } from "@countersign/core/web"
import { CodeBlock, EntryTable, ProposalChanges } from "@countersign/ui"
import type { Assertion } from "../contract/assertion.ts"
import { assertionWords } from "./words.ts"

/** A check that would be made or changed: its script whole, its configuration part by part, its assertions as sentences. */
export default function CheckCard({ proposal, listOf, recordOf }: ToolCardProps) {
  const isNew = proposal.diff.every(({ before }) => before === null)
  const rows = proposal.diff.filter(({ yaml }) => yaml)
  const config = rows.find(({ path }) => path === "config")
  const collectors = rows.find(({ path }) => path === "collectors")
  const sides = <Entry,>(row: typeof config, read: (value: Parameters<typeof recordOf>[0]) => Entry[]) =>
    row && { before: isNew ? null : read(row.before), after: read(row.after) }
  const parts = sides(config, (value) => partsOf(withoutSource(recordOf(value))))
  const assertions = sides(collectors, (value) => listOf(value).flatMap(assertionsOf))
  const [before, after] = [sourceIn(config && recordOf(config.before)), sourceIn(config && recordOf(config.after))]
  return (
    <div className="flex flex-col gap-3">
      <ProposalChanges
        proposal={{ ...proposal, diff: proposal.diff.filter((row) => row !== config && row !== collectors) }}
      />
      {before !== undefined && before !== after && <Script title="Script (source) as it is" source={before} />}
      {after !== undefined && (
        <Script
          title={before === after ? "Script (source), unchanged" : "Script (source) as it will be"}
          source={after}
        />
      )}
      {parts && <EntryTable label={config?.label ?? "Configuration"} columns={["Part", "Value"]} {...parts} />}
      {assertions && (
        <EntryTable
          label={`${collectors?.label ?? "What must hold"} (assertions)`}
          columns={["In words", "As stored"]}
          {...assertions}
        />
      )}
    </div>
  )
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

/** `headers.0.name` beside its value. */
function partsOf(value: unknown, path = ""): string[][] {
  if (typeof value !== "object" || value === null) return [[path, String(value ?? "")]]
  const entries = Object.entries(value)
  if (entries.length === 0) return path === "" ? [] : [[path, Array.isArray(value) ? "none" : "nothing"]]
  return entries.flatMap(([name, part]) => partsOf(part, path === "" ? name : `${path}.${name}`))
}

function assertionsOf(one: unknown): string[][] {
  const { id, assertions = [] } = one as { id: string; assertions?: Partial<Assertion>[] }
  if (assertions.length === 0) return [["measured, nothing must hold", `id: ${id}`]]
  return assertions.map((assertion) => {
    const { field = "", path = "", operator = "exists", value, severity = "" } = assertion
    return [
      `${assertionWords({ ...assertion, field, operator } as Assertion)}${severity && `, or it is ${severity}`}`,
      asStored({ id, field, path, operator, value, severity }),
    ]
  })
}

/** By the names of the payload: whoever signs can find each of them again. */
function asStored(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null && value !== "")
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ")
}
