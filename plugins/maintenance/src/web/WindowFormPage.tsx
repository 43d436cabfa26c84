import { catalogContract, systemAccess } from "@countersign/catalog/contract"
import { call, PageForm, ThingPicker, useCall, useCan, useForm, useUrlState } from "@countersign/core/web"
import {
  DateTimeInput,
  Field,
  Notice,
  type Option,
  Skeleton,
  TextArea,
  TextInput,
  TextLink,
  ThingPage,
  Time,
  useTimeZone,
} from "@countersign/ui"
import { useNavigate, useParams } from "@tanstack/react-router"
import { maintenanceContract, type Window } from "../contract.ts"
import { RepetitionFields } from "./RepetitionFields.tsx"
import { ONCE, type Repetition, toRepetition, toRule, weekdayOf } from "./repetition.ts"
import { FIELD_WORDS } from "./timeline.tsx"

export default function WindowFormPage() {
  const { windowId = "" } = useParams({ strict: false }) as { windowId?: string }
  const found = useCall(maintenanceContract.get, { id: windowId }, { enabled: windowId !== "" })
  const [{ systemId = "" }] = useUrlState()
  const mayRead = useCan()(systemAccess.read)
  const named = useCall(catalogContract.getSystem, { systemId }, { enabled: mayRead && systemId !== "" })
  const crumbs = [{ label: "Maintenance", href: "/maintenance" }]
  if (windowId === "" && (systemId === "" || !mayRead || !named.isPending))
    return (
      <ThingPage breadcrumbs={crumbs} title="Schedule maintenance">
        <WindowForm formName="window-new" systems={named.data ? [{ id: named.data.id, label: named.data.name }] : []} />
      </ThingPage>
    )
  const title = found.data?.title ?? "Maintenance window"
  return (
    <ThingPage
      breadcrumbs={windowId ? [...crumbs, { label: title, href: `/maintenance/${windowId}` }] : crumbs}
      title={windowId ? "Change the window" : "Schedule maintenance"}
    >
      {found.data ? (
        <WindowForm formName="window-edit" key={found.data.id} window={found.data} systems={[]} />
      ) : found.error ? (
        <Notice tone="error">{found.error.message}</Notice>
      ) : (
        <Skeleton lines={8} label="Loading the window" />
      )}
    </ThingPage>
  )
}

export interface WindowValues extends Repetition {
  title: string
  description: string
  systems: readonly Option[]
  environments: readonly Option[]
  startsAt: string | null
  endsAt: string | null
  timeZone: string
}

interface WindowFormProps {
  formName: string
  window?: Window
  systems: readonly Option[]
}

function WindowForm({ formName, window, systems }: WindowFormProps) {
  const navigate = useNavigate()
  const zone = useTimeZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const blank = {
    ...ONCE,
    title: "",
    description: "",
    systems,
    environments: [],
    startsAt: null,
    endsAt: null,
    timeZone: zone,
  }
  const open = (id: string) => void navigate({ to: "/maintenance/$windowId", params: { windowId: id } as never })
  const form = useForm(window ? maintenanceContract.update : maintenanceContract.create, {
    base: window,
    values: (base): WindowValues => (base ? valuesOf(base, zone) : blank),
    input: (values, base, changed) => toInput(values, base, changed),
    check: problems,
    ...(window && { read: async () => call(maintenanceContract.get, { id: window.id }) }),
    noun: "window",
    labels: { ...FIELD_WORDS, repeat: "Repeats", rule: "Rule of repetition" },
    alsoChanges: ["catalog.system"],
    onDone: ({ id }) => open(id),
    ...(window && { onUnchanged: () => open(window.id) }),
  })
  const ended = window?.status === "completed" || window?.status === "cancelled"
  return (
    <PageForm
      name={formName}
      form={form}
      isNew={!window}
      submitLabel={window ? "Save window" : "Schedule maintenance"}
      onCancel={() => (window ? open(window.id) : void navigate({ to: "/maintenance" }))}
      className="max-w-2xl"
    >
      <Field label="Title" required path="title" hint="What is done, in one line.">
        <TextInput maxLength={200} {...form.text("title")} />
      </Field>
      {!ended && (
        <>
          <Field
            label="Systems"
            required
            path="systemIds"
            hint="At least one. They show as in maintenance while the window lasts."
          >
            <ThingPicker
              type="catalog.system"
              multiple
              label="Systems"
              emptyText="No system matches. Add it to the catalog first."
              {...form.choice("systems")}
            />
          </Field>
          <Field
            label="Environments"
            optional
            path="environmentIds"
            hint="Leave it empty for all of their environments."
          >
            <ThingPicker type="catalog.environment" multiple label="Environments" {...form.choice("environments")} />
          </Field>
          <Field label="Begins" required path="startsAt">
            <DateTimeInput {...form.choice("startsAt")} />
          </Field>
          <Field label="Ends" required path="endsAt">
            <DateTimeInput {...form.choice("endsAt")} />
          </Field>
          {window?.rrule && <p className="text-muted">New times count for the next occurrence and all after it.</p>}
          <RepetitionFields form={form} />
          <Preview values={form.values} exceptId={window?.id} />
        </>
      )}
      <Field label="Description" optional path="description" hint="What people will notice. Markdown works.">
        <TextArea {...form.text("description")} />
      </Field>
    </PageForm>
  )
}

/** When it takes place, as the server sees it, and what it meets. */
function Preview({ values, exceptId }: { values: WindowValues; exceptId: string | undefined }) {
  const { startsAt, endsAt, systems, timeZone, repeat } = values
  const complete = startsAt !== null && endsAt !== null && startsAt < endsAt && problems(values).length === 0
  const asked = {
    systemIds: systems.map(({ id }) => id),
    startsAt: startsAt ?? "",
    endsAt: endsAt ?? "",
    timeZone,
    rrule: complete ? ruleOf(values) : null,
    exceptId,
  }
  const { data, error } = useCall(maintenanceContract.preview, asked, { enabled: complete, keepPrevious: true })
  if (!complete) return null
  if (error) return <Notice tone="warning">{error.message}</Notice>
  return (
    <div aria-live="polite" className="flex flex-col gap-3">
      {repeat !== "never" && data && (
        <div>
          <p className="font-medium">Next occurrences</p>
          <ol className="text-table">
            {data.occurrences.map((one) => (
              <li key={one.startsAt}>
                <Time instant={one.startsAt} as="exact" />
              </li>
            ))}
          </ol>
        </div>
      )}
      {data && data.overlaps.length > 0 && <Overlaps overlaps={data.overlaps} />}
    </div>
  )
}

export function Overlaps({ overlaps }: { overlaps: readonly { id: string; title: string; startsAt: string }[] }) {
  return (
    <Notice tone="warning" title="Overlaps other maintenance of the same systems">
      <ul>
        {overlaps.map(({ id, title, startsAt }) => (
          <li key={id}>
            <TextLink href={`/maintenance/${id}`}>{title}</TextLink>, <Time instant={startsAt} as="short" />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function valuesOf(window: Window, zone: string): WindowValues {
  const { title, description, systems, environments, series, rrule } = window
  const options = (things: Window["systems"]) => things.map(({ id, name }) => ({ id, label: name }))
  const timeZone = rrule === null ? zone : window.timeZone
  return {
    ...toRepetition(rrule),
    title,
    description,
    systems: options(systems),
    environments: options(environments),
    ...series,
    timeZone,
  }
}

function ruleOf(values: WindowValues): string | null {
  return toRule(values, values.startsAt ? weekdayOf(values.startsAt, values.timeZone) : null)
}

const OF_RULE = Object.keys({ ...ONCE, timeZone: "" }) as (keyof WindowValues)[]

/** Of a window that is there, only what was changed: its times are planned anew only if somebody touched them. */
function toInput(values: WindowValues, base: Window | undefined, changed: Partial<WindowValues>) {
  const { title, description, systems, environments, startsAt, endsAt, timeZone } = values
  const ids = (options: readonly Option[]) => options.map(({ id }) => id)
  // The server has the words for a time that is missing.
  const times = { startsAt: startsAt ?? "", endsAt: endsAt ?? "" }
  const rule = { rrule: ruleOf(values), timeZone }
  if (!base)
    return { title, description, systemIds: ids(systems), environmentIds: ids(environments), ...times, ...rule }
  return {
    id: base.id,
    version: base.version,
    ...("title" in changed && { title }),
    ...("description" in changed && { description }),
    ...("systems" in changed && { systemIds: ids(systems) }),
    ...("environments" in changed && { environmentIds: ids(environments) }),
    ...(("startsAt" in changed || "endsAt" in changed) && times),
    ...(OF_RULE.some((name) => name in changed) && rule),
  }
}

function problems({ startsAt, endsAt, repeat, interval, ends, count, until }: WindowValues) {
  const whole = (text: string, most: number) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= most
  const repeats = repeat !== "never" && repeat !== "other"
  return [
    startsAt === null && { path: "startsAt", message: "Say when it begins." },
    endsAt === null && { path: "endsAt", message: "Say when it ends." },
    repeats &&
      !whole(interval, 365) && { path: "rrule", message: "How often it repeats is a whole number from 1 to 365." },
    repeats && ends === "count" && !whole(count, 500) && { path: "rrule", message: "It repeats 1 to 500 times." },
    repeats && ends === "until" && !until && { path: "rrule", message: "Say until when it repeats." },
  ].filter((one) => one !== false)
}
