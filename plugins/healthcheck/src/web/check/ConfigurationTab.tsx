import { useCall } from "@countersign/core/web"
import { CodeEditor, type Fact, formatDuration, KeyValue, Notice, Panel, PlainText, Skeleton } from "@countersign/ui"
import { collectorInWords, type KnownCollectors } from "../../contract/assertion-words.ts"
import { type CheckDetail, healthcheckContract } from "../../contract.ts"
import { type ConfigField, fieldsOf, type Shape, spelled } from "../config-shape.ts"
import { everyWords, ruleWords } from "../words.ts"

/** What the check is set to, in people's words. Secrets stand in it only as references. */
export function ConfigurationTab({ check }: { check: CheckDetail }) {
  const { data, error } = useCall(healthcheckContract.strategies, {}, { builtIn: true })
  if (error && !data) return <Notice tone="error">{error.message}</Notice>
  if (!data) return <Skeleton lines={8} label="Loading the ways to check" />
  const strategy = data.strategies.find(({ id }) => id === check.strategyId)
  const fields = strategy ? fieldsOf(strategy.configSchema) : []
  const facts = fields.flatMap((field) => factsOf(field, check.config[field.name]))
  const sources = fields.flatMap(({ name, title, shape }) => {
    const source = check.config[name]
    return shape.kind === "text" && shape.lines === "code" && typeof source === "string" ? [{ title, source }] : []
  })
  return (
    <div className="flex max-w-[80ch] flex-col gap-8">
      <Panel title={check.strategyTitle}>
        {!strategy && (
          <Notice tone="warning">
            The way this check works is not installed here any more. It does not run until it is.
          </Notice>
        )}
        <KeyValue facts={facts} />
        {sources.map(({ title, source }) => (
          <div key={title} className="mt-3 flex flex-col gap-1">
            <p className="font-medium text-table">{title}</p>
            <CodeEditor
              label={title}
              value={source}
              readOnly
              language={check.strategyId === "shell" ? "shell" : "typescript"}
            />
          </div>
        ))}
      </Panel>
      <Panel title="What must hold">
        <Assertions check={check} strategy={strategy} />
      </Panel>
      <Panel title="When it runs and what counts">
        <KeyValue
          facts={[
            { label: "Runs", value: everyWords(check.intervalSeconds) },
            { label: "Timeout", value: formatDuration(check.timeoutSeconds * 1_000) },
            {
              label: "Tries again",
              value: check.retries === 0 ? "no" : `up to ${check.retries} more within a run`,
            },
            { label: "Status", value: ruleWords(check.statusRule) },
          ]}
        />
      </Panel>
    </div>
  )
}

function Assertions({
  check,
  strategy,
}: {
  check: CheckDetail
  strategy: { collectors: KnownCollectors } | undefined
}) {
  const held = check.collectors.filter(({ assertions }) => assertions.length > 0)
  const all = held.flatMap((collector) => collectorInWords(strategy?.collectors, collector))
  if (all.length === 0) return <p className="text-muted">Nothing but that it completes.</p>
  return (
    <ul className="flex flex-col divide-y divide-hairline text-table">
      {all.map(([words, otherwise], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: assertions have no identity but their place.
        <li key={at} className="flex flex-wrap justify-between gap-x-4 py-1.5">
          <span className="min-w-0 break-words">
            <PlainText>{words}</PlainText>
          </span>
          <span className="text-muted">{otherwise}</span>
        </li>
      ))}
    </ul>
  )
}

/** Code is drawn by itself; what is empty and optional is left out. */
function factsOf({ title, shape, required }: ConfigField, value: unknown): Fact[] {
  if (shape.kind === "text" && shape.lines === "code") return []
  const said = inWords(shape, value)
  return said === "" && !required ? [] : [{ label: title, value: <Lines text={said} /> }]
}

function Lines({ text }: { text: string }) {
  return (
    <span className="whitespace-pre-wrap break-words">
      <PlainText>{text}</PlainText>
    </span>
  )
}

/** Lists and objects line by line. */
function inWords(shape: Shape, value: unknown): string {
  if (value === undefined || value === null) return ""
  switch (shape.kind) {
    case "yes-no":
      return value === true ? "yes" : "no"
    case "choice":
      return spelled(String(value))
    case "list":
      return (value as unknown[]).map((one) => inWords(shape.item, one)).join("\n")
    case "group":
      return fieldsInWords(shape.fields, value as Record<string, unknown>)
    case "variants": {
      const given = value as Record<string, unknown>
      const variant = shape.variants.find((one) => one.value === given[shape.by])
      const rest = fieldsInWords(variant?.fields ?? [], given)
      return `${spelled(String(given[shape.by]))}${rest && `\n${rest}`}`
    }
    case "pairs":
      return Object.entries(value as Record<string, unknown>)
        .map(([name, one]) => `${name}: ${String(one)}`)
        .join("\n")
    default:
      return String(value)
  }
}

/** "name: value" for headers reads better than a line for each part. */
function fieldsInWords(fields: readonly ConfigField[], value: Record<string, unknown>): string {
  const said = fields.map((field) => ({ ...field, text: inWords(field.shape, value[field.name]) }))
  if (said.length === 2 && said[0]?.name === "name" && said[1]?.name === "value")
    return `${said[0].text}: ${said[1].text}`
  return said
    .filter(({ text }) => text !== "")
    .map(({ title, text }) => `${title}: ${text}`)
    .join("\n")
}
