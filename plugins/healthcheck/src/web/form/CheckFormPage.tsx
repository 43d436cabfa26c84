import { catalogContract, systemAccess } from "@countersign/catalog/contract"
import {
  call,
  type Edited,
  EditedProposal,
  type FormState,
  PageForm,
  useCall,
  useCan,
  useChange,
  useForm,
  useUrlState,
} from "@countersign/core/web"
import { Field, Notice, type Option, Skeleton, TextArea, TextInput, ThingPage } from "@countersign/ui"
import { useNavigate, useParams } from "@tanstack/react-router"
import { useMemo, useState } from "react"
import { type Check, type CheckDetail, healthcheckContract } from "../../contract.ts"
import type { ConfigField } from "../config-shape.ts"
import { AssertionRows } from "./AssertionRows.tsx"
import { assertionFrom } from "./assert-value.ts"
import { ConfigFields } from "./ConfigFields.tsx"
import {
  askedChange,
  askedDraft,
  blankDraft,
  type CheckDraft,
  storedDraft,
  toAssignments,
  toInput,
  toProbe,
  toProposal,
  toWay,
  type Way,
} from "./check-draft.ts"
import { Fold } from "./Fold.tsx"
import { ScheduleFields } from "./ScheduleFields.tsx"
import { StrategyCards } from "./StrategyCards.tsx"
import { SystemRows } from "./SystemRows.tsx"
import { TryIt } from "./TryIt.tsx"

const CRUMBS = [{ label: "Checks", href: "/checks" }]

export default function CheckFormPage() {
  const { checkId } = useParams({ strict: false }) as { checkId?: string }
  return checkId === undefined ? <NewCheck /> : <EditCheck id={checkId} />
}

function useWays() {
  const { data, error } = useCall(healthcheckContract.strategies, {}, { builtIn: true })
  const ways = useMemo(() => data?.strategies.map(toWay), [data])
  return { ways, error }
}

function NewCheck() {
  const { ways, error } = useWays()
  const [{ way: chosen, systemId = "" }] = useUrlState()
  const mayRead = useCan()(systemAccess.read)
  const named = useCall(catalogContract.getSystem, { systemId }, { enabled: mayRead && systemId !== "" })
  if (!ways || (mayRead && systemId !== "" && named.isPending))
    return (
      <ThingPage breadcrumbs={CRUMBS} title="New check">
        {error ? (
          <Notice tone="error">{error.message}</Notice>
        ) : (
          <Skeleton lines={8} label="Loading the ways to check" />
        )}
      </ThingPage>
    )
  const systems = named.data ? [{ id: named.data.id, label: named.data.name }] : []
  return (
    <EditedProposal tool="healthcheck.propose">
      {(edited) => {
        const id = edited ? String(edited.input.strategyId ?? "") : chosen
        const way = ways.find((one) => one.id === id)
        if (!way)
          return (
            <ThingPage breadcrumbs={CRUMBS} title="New check" meta="Choose what to check.">
              <StrategyCards
                ways={ways}
                hrefOf={(one) => `/checks/new?way=${one}${systemId === "" ? "" : `&systemId=${systemId}`}`}
              />
            </ThingPage>
          )
        return (
          <ThingPage
            breadcrumbs={[...CRUMBS, { label: "New check", href: "/checks/new" }]}
            title={`New check: ${way.title}`}
            meta={way.description}
          >
            <CheckForm key={way.id} formName="check-new" way={way} systems={systems} edited={edited} />
          </ThingPage>
        )
      }}
    </EditedProposal>
  )
}

function EditCheck({ id }: { id: string }) {
  const { ways, error } = useWays()
  const found = useCall(healthcheckContract.get, { id })
  const failed = found.error ?? error
  const check = found.data
  const name = check?.name ?? "Check"
  return (
    <ThingPage
      breadcrumbs={[...CRUMBS, { label: name, href: `/checks/${id}` }]}
      title="Change the check"
      meta={ways?.find((one) => one.id === check?.strategyId)?.title}
    >
      {check && ways ? (
        <EditedProposal tool="healthcheck.update">
          {(edited) => <ChangeForm ways={ways} check={edited ? askedChange(check, edited) : check} edited={edited} />}
        </EditedProposal>
      ) : failed ? (
        <Notice tone="error">{failed.message}</Notice>
      ) : (
        <Skeleton lines={8} label="Loading the check" />
      )}
    </ThingPage>
  )
}

function ChangeForm({ ways, check, edited }: Pick<CheckFormProps, "edited"> & { ways: Way[]; check: CheckDetail }) {
  const way = ways.find((one) => one.id === check.strategyId)
  if (way)
    return <CheckForm formName="check-edit" key={check.id} way={way} check={check} systems={[]} edited={edited} />
  return (
    <Notice tone="warning">
      The way this check works is not installed here any more, so its form cannot be shown.
    </Notice>
  )
}

interface CheckFormProps {
  formName: string
  way: Way
  check?: CheckDetail
  systems: readonly Option[]
  edited: Edited | undefined
}

function CheckForm({ formName, way, check, systems, edited }: CheckFormProps) {
  const navigate = useNavigate()
  // What the form began with stays while it is open.
  const [blank] = useState(() => (edited && !check ? askedDraft(way, edited) : blankDraft(way, systems)))
  const open = (id: string) => void navigate({ to: "/checks/$checkId", params: { checkId: id } as never })
  const form = useForm(check ? healthcheckContract.update : healthcheckContract.create, {
    base: check as Check | undefined,
    values: (base): CheckDraft => (base ? storedDraft(way, base) : blank),
    edited,
    tidy: (values) => ({ ...values, systems: values.systems.filter(({ system }) => system !== null) }),
    input: (values, base, changed) =>
      base
        ? { id: base.id, version: base.version, ...changeOf(way, values, changed) }
        : ((edited ? toProposal(way, values) : toInput(way, values)) as never),
    ...(check && { read: async () => call(healthcheckContract.get, { id: check.id }) }),
    noun: "check",
    labels: LABELS,
    alsoChanges: ["catalog.system"],
    onDone: ({ id }) => open(id),
    ...(check && { onUnchanged: () => (edited ? edited.leave() : open(check.id)) }),
  })
  const { values } = form
  const { usual, rare } = byUse(way.fields)
  const config = {
    path: "config",
    value: values.config,
    onChange: (changed: CheckDraft["config"]) => form.set("config", changed),
    language: way.id === "shell" ? ("shell" as const) : ("typescript" as const),
  }
  return (
    <PageForm
      name={formName}
      form={form}
      isNew={!check}
      submitLabel={edited ? "Propose the changed check" : check ? "Save check" : "Create check"}
      onCancel={() => (edited ? edited.leave() : check ? open(check.id) : void navigate({ to: "/checks" }))}
      className="max-w-3xl"
    >
      <Field label="Name" required path="name" hint="What works when it is healthy, in a few words.">
        <TextInput autoComplete="off" maxLength={120} {...form.text("name")} />
      </Field>
      <ConfigFields fields={usual} {...config} />
      {rare.length > 0 && (
        <Fold label="More options" paths={rare.map(({ name }) => `config.${name}`)} form={form}>
          <ConfigFields fields={rare} {...config} />
        </Fold>
      )}
      <Placeholders way={way} />
      <AssertionRows way={way} rows={values.assertions} onChange={(assertions) => form.set("assertions", assertions)} />
      {way.id !== "heartbeat" && <Trying way={way} form={form} />}
      <SystemRows
        rows={values.systems}
        onChange={(rows) => form.set("systems", rows)}
        most={edited && !check ? 1 : MOST_SYSTEMS}
      />
      <ScheduleFields form={form} isNew={!check} hasRule={!edited || check !== undefined} />
      <Field label="Description" optional path="description" hint="What to do when it fails. Markdown works.">
        <TextArea rows={3} {...form.text("description")} />
      </Field>
    </PageForm>
  )
}

/** The settings that a way has last, and that nobody must choose, stand behind a button. */
function byUse(fields: readonly ConfigField[]) {
  const last = fields.findLastIndex(({ required, shape }) => required || !SETTINGS.has(shape.kind)) + 1
  const at = fields.length - last < 2 ? fields.length : last
  return { usual: fields.slice(0, at), rare: fields.slice(at) }
}
const SETTINGS: ReadonlySet<ConfigField["shape"]["kind"]> = new Set(["number", "choice", "yes-no", "group"])

/** What texts may hold besides what they say. */
function Placeholders({ way }: { way: Way }) {
  const takes = new Set(way.fields.flatMap((field) => field.takes))
  if (!takes.has("templates")) return null
  return (
    <p className="text-muted text-table">
      Texts may name facts of what is checked, such as {"{{ environment.baseUrl }}"} or {"{{ system.name }}"}
      {takes.has("secrets") && <>, and secrets as {`$\{{ secrets.NAME }}`}</>}.
    </p>
  )
}

function Trying({ way, form }: { way: Way; form: FormState<CheckDraft> }) {
  const run = useChange(healthcheckContract.tryCheck)
  const [failed, setFailed] = useState<string | null>(null)
  const { values } = form
  function start() {
    const [row] = values.systems
    const environment = row?.where === "chosen" ? row.environments[0] : undefined
    setFailed(null)
    form.tell(null)
    run.mutate(
      {
        ...toProbe(way, values),
        ...(row?.system && { systemId: row.system.id }),
        ...(environment && { environmentId: environment.id }),
      },
      {
        onError(refused) {
          // Words about fields go to the fields.
          if (refused.body.issues?.length) form.tell(refused)
          else setFailed(refused.message)
        },
      },
    )
  }
  return (
    <TryIt
      way={way}
      trial={run.data}
      busy={run.isPending}
      failure={failed && <Notice tone="error">{failed}</Notice>}
      onTry={start}
      onAssert={(found) => form.set("assertions", [...values.assertions, assertionFrom(way, found)])}
    />
  )
}

/** Of a check that is there, only what was changed: the rest may have been changed by somebody else meanwhile. */
function changeOf(way: Way, values: CheckDraft, changed: Partial<CheckDraft>) {
  const probe = toProbe(way, values)
  return {
    ...("name" in changed && { name: values.name }),
    ...("description" in changed && { description: values.description }),
    ...("config" in changed && { config: probe.config }),
    ...("assertions" in changed && { collectors: probe.collectors }),
    ...("intervalSeconds" in changed && { intervalSeconds: probe.intervalSeconds }),
    ...("timeoutSeconds" in changed && { timeoutSeconds: probe.timeoutSeconds }),
    ...("retries" in changed && { retries: probe.retries }),
    ...("rule" in changed && { statusRule: values.rule }),
    ...("systems" in changed && { assignments: toAssignments(values.systems) }),
  }
}

// As many as the verb takes.
const MOST_SYSTEMS = 50

const LABELS = {
  name: "Name",
  description: "Description",
  config: "Configuration",
  assertions: "What must hold",
  systems: "Systems",
  intervalSeconds: "Seconds between runs",
  timeoutSeconds: "Timeout",
  retries: "Tries again",
  rule: "When it counts",
} as const
