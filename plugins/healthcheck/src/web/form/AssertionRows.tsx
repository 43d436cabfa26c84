import { Button, Field, Select, TextInput } from "@countersign/ui"
import { everyOperator, type Operator } from "../../contract/assertion.ts"
import { OPERATOR_WORDS } from "../../contract/assertion-words.ts"
import { type AssertionRow, fieldOf, needsValue, pathOfRow, type Way } from "./check-draft.ts"

/** Its boxes, over as many lines as they take, and beside them what removes it. */
const ROW = "flex flex-col gap-2 border-hairline border-b pb-3 last:border-b-0 sm:flex-row sm:items-start"

interface AssertionRowsProps {
  way: Way
  rows: readonly AssertionRow[]
  onChange: (rows: AssertionRow[]) => void
}

/** What must hold: a field that the way measures, an operator that fits it, a value. */
export function AssertionRows({ way, rows, onChange }: AssertionRowsProps) {
  const put = (at: number, patch: Partial<AssertionRow>) => onChange(rows.with(at, { ...rows[at]!, ...patch }))
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold text-prose">What must hold</legend>
      <p className="text-muted text-table">
        {rows.length === 0
          ? "Nothing yet: a run is good when it completes. Try it, and click a value to hold it to that."
          : "A run is good when all of these hold."}
      </p>
      <ol className="mt-2 flex flex-col gap-3">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place, and every box is given its value.
          <li key={at} className={ROW}>
            <div className="flex min-w-0 flex-1 flex-wrap items-start gap-2">
              <OneAssertion
                way={way}
                row={row}
                at={at}
                path={pathOfRow(way, rows, at)}
                onChange={(patch) => put(at, patch)}
              />
            </div>
            <Button
              variant="quiet"
              className="shrink-0 self-end sm:self-auto"
              aria-label={`Remove assertion ${at + 1}`}
              onClick={() => onChange(rows.toSpliced(at, 1))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ol>
      <Button size="sm" className="mt-2" onClick={() => onChange([...rows, firstRow(way)])}>
        Add assertion
      </Button>
    </fieldset>
  )
}

interface OneAssertionProps {
  way: Way
  row: AssertionRow
  at: number
  path: string
  onChange: (patch: Partial<AssertionRow>) => void
}

function OneAssertion({ way, row, at, path, onChange }: OneAssertionProps) {
  const label = (what: string) => `${what} of assertion ${at + 1}`
  const type = fieldOf(way, row)?.type ?? "json"
  const looksInside = type === "json" || type === "list" || type === "record" || type === "string" || row.path !== ""
  return (
    <>
      <Field labelHidden label={label("Field")} path={`${path}.field`} className="w-full sm:w-48">
        <Select
          options={way.collectors.flatMap((collector) =>
            collector.fields.map(({ name, title }) => ({
              value: `${collector.id} ${name}`,
              label: collector.title === title ? title : `${collector.title}: ${title}`,
            })),
          )}
          value={`${row.collector} ${row.field}`}
          onChange={(chosen) => {
            const [collector = "", field = ""] = chosen.split(" ")
            const next = { collector, field, part: "", path: "" }
            onChange({ ...next, operator: fitting(way, { ...row, ...next })[0] ?? "exists", value: "" })
          }}
        />
      </Field>
      {type === "record" && (
        <Field labelHidden label={label("Name within the field")} className="w-full sm:w-36">
          <TextInput
            placeholder="content-type"
            autoComplete="off"
            spellCheck={false}
            value={row.part}
            onChange={({ target }) => {
              const next = { ...row, part: target.value }
              const fits = fitting(way, next)
              onChange({ part: target.value, operator: fits.includes(row.operator) ? row.operator : fits[0] })
            }}
          />
        </Field>
      )}
      {looksInside && row.part === "" && (
        <Field labelHidden label={label("JSONPath")} path={`${path}.path`} className="w-full sm:w-40">
          <TextInput
            placeholder="$.state (JSONPath)"
            autoComplete="off"
            spellCheck={false}
            value={row.path}
            onChange={({ target }) => {
              const next = { ...row, path: target.value }
              const fits = fitting(way, next)
              onChange({ path: target.value, operator: fits.includes(row.operator) ? row.operator : fits[0] })
            }}
          />
        </Field>
      )}
      <Field labelHidden label={label("Operator")} path={`${path}.operator`} className="w-full sm:w-44">
        <Select
          options={fitting(way, row).map((value) => ({ value, label: OPERATOR_WORDS[value] }))}
          value={row.operator}
          onChange={(operator) => onChange({ operator })}
        />
      </Field>
      {needsValue(row.operator) && (
        <Field labelHidden label={label("Value")} path={`${path}.value`} className="min-w-32 flex-1">
          <TextInput
            placeholder="Value"
            autoComplete="off"
            spellCheck={false}
            value={row.value}
            onChange={({ target }) => onChange({ value: target.value })}
          />
        </Field>
      )}
      <Field labelHidden label={label("Consequence")} className="w-full sm:w-44">
        <Select
          options={[
            { value: "unhealthy", label: "otherwise unhealthy" },
            { value: "degraded", label: "otherwise degraded" },
          ]}
          value={row.severity}
          onChange={(severity) => onChange({ severity })}
        />
      </Field>
    </>
  )
}

/** Of a value inside a document nobody knows the type, so everything is offered. */
function fitting(way: Way, row: AssertionRow): readonly Operator[] {
  if (row.path !== "") return everyOperator
  const field = fieldOf(way, row)
  // What a record holds is text.
  if (field?.type === "record" && row.part !== "") return TEXT_OPERATORS
  return (field?.operators as readonly Operator[] | undefined) ?? everyOperator
}

const TEXT_OPERATORS: readonly Operator[] = [
  "equals",
  "notEquals",
  "contains",
  "notContains",
  "startsWith",
  "endsWith",
  "matches",
  "isEmpty",
  "isNotEmpty",
  "exists",
  "notExists",
]

function firstRow(way: Way): AssertionRow {
  const collector = way.collectors[0]
  const field = collector?.fields[0]
  return {
    collector: collector?.id ?? "",
    field: field?.name ?? "",
    part: "",
    path: "",
    operator: (field?.operators[0] as Operator | undefined) ?? "exists",
    value: "",
    severity: "unhealthy",
  }
}
