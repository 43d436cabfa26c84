import type { InputOf } from "@countersign/core/contract"
import {
  call,
  type Edited,
  EditedProposal,
  LoadedThing,
  PageForm,
  REPETITION_FIELDS,
  RepetitionFields,
  type RepetitionValues,
  repetitionProblems,
  ThingPicker,
  toRepetition,
  toRule,
  useCall,
  useForm,
  useNamedThing,
  useUrlState,
} from "@countersign/core/web"
import {
  DateTimeInput,
  Field,
  Notice,
  type Option,
  TextArea,
  TextInput,
  TextLink,
  ThingPage,
  Time,
  useTimeZone,
} from "@countersign/ui"
import { useNavigate, useParams } from "@tanstack/react-router"
import { maintenanceContract, type Overlap, type Window } from "../contract.ts"
import { FIELD_WORDS } from "./timeline.tsx"

const LIST = { label: "Maintenance", href: "/maintenance" }

export default function WindowFormPage() {
  const { windowId = "" } = useParams({ strict: false }) as { windowId?: string }
  return windowId ? <Edit id={windowId} /> : <Schedule />
}

function Schedule() {
  const [{ systemId = "" }] = useUrlState()
  const system = useNamedThing("catalog.system", systemId)
  return (
    <ThingPage breadcrumbs={[LIST]} title="Schedule maintenance">
      <EditedProposal tool="maintenance.create">
        {(edited) => <WindowForm formName="window-new" systems={system ? [system] : []} edited={edited} />}
      </EditedProposal>
    </ThingPage>
  )
}

function Edit({ id }: { id: string }) {
  return (
    <LoadedThing answer={useCall(maintenanceContract.get, { id })} noun="maintenance window" list={LIST}>
      {(window, stale) => (
        <ThingPage
          breadcrumbs={[LIST, { label: window.title, href: `/maintenance/${id}` }]}
          title="Change the window"
          notice={stale}
        >
          <EditedProposal tool="maintenance.update">
            {(edited) => (
              <WindowForm
                formName="window-edit"
                window={edited ? askedChange(window, edited) : window}
                systems={[]}
                edited={edited}
              />
            )}
          </EditedProposal>
        </ThingPage>
      )}
    </LoadedThing>
  )
}

interface WindowValues extends RepetitionValues {
  title: string
  description: string
  systems: readonly Option[]
  environments: readonly Option[]
  endsAt: string | null
}

interface WindowFormProps {
  formName: string
  window?: Window
  systems: readonly Option[]
  edited: Edited | undefined
}

function WindowForm({ formName, window, systems, edited }: WindowFormProps) {
  const navigate = useNavigate()
  const zone = useTimeZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const blank = edited ? askedWindow(edited, zone) : blankWindow(systems, zone)
  const open = (id: string) => void navigate({ to: "/maintenance/$windowId", params: { windowId: id } as never })
  const form = useForm(window ? maintenanceContract.update : maintenanceContract.create, {
    base: window,
    values: (base): WindowValues => (base ? valuesOf(base, zone) : blank),
    input: (values, base, changed) => ({
      ...toInput(values, base, changed),
      // The end stands in place of how long it was to last.
      ...(edited && base === undefined ? { minutes: undefined } : {}),
    }),
    edited,
    check: problems,
    ...(window && { read: async () => call(maintenanceContract.get, { id: window.id }) }),
    noun: "window",
    labels: { ...FIELD_WORDS, repeat: "Repeats", rule: "Rule of repetition" },
    alsoChanges: ["catalog.system"],
    onDone: ({ id }) => open(id),
    ...(window && { onUnchanged: () => (edited ? edited.leave() : open(window.id)) }),
  })
  const ended = window?.status === "completed" || window?.status === "cancelled"
  return (
    <PageForm
      name={formName}
      form={form}
      isNew={!window}
      submitLabel={edited ? "Propose the changed window" : window ? "Save window" : "Schedule maintenance"}
      onCancel={() => (edited ? edited.leave() : window ? open(window.id) : void navigate({ to: "/maintenance" }))}
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

function blankWindow(systems: readonly Option[], zone: string): WindowValues {
  const empty = { title: "", description: "", environments: [], startsAt: null, endsAt: null }
  return { ...toRepetition(null, zone), ...empty, systems }
}

type CreateInput = InputOf<typeof maintenanceContract.create>
type UpdateInput = InputOf<typeof maintenanceContract.update>

/** A new window as it was asked for. */
function askedWindow({ input, nameOf }: Edited, zone: string): WindowValues {
  const asked = input as Partial<CreateInput>
  const { title = "", description = "", startsAt = null, minutes = 60, rrule = null } = asked
  const options = (ids: readonly string[] = []) => ids.map((id) => ({ id, label: nameOf(id) }))
  return {
    ...toRepetition(rrule, rrule === null ? zone : (asked.timeZone ?? zone)),
    title,
    description,
    systems: options(asked.systemIds),
    environments: options(asked.environmentIds),
    startsAt,
    endsAt: asked.endsAt ?? (startsAt && new Date(Date.parse(startsAt) + minutes * 60_000).toISOString()),
  }
}

/** A window as it would be. */
function askedChange(window: Window, { input, nameOf }: Edited): Window {
  const { systemIds, environmentIds, startsAt, endsAt, ...asked } = input as Partial<UpdateInput>
  const named = (ids: readonly string[]) => ids.map((id) => ({ id, name: nameOf(id) }))
  const { title = window.title, description = window.description } = asked
  const { rrule = window.rrule, timeZone = window.timeZone } = asked
  return {
    ...window,
    ...{ title, description, rrule, timeZone },
    ...(systemIds && { systems: named(systemIds) }),
    ...(environmentIds && { environments: named(environmentIds) }),
    series: { startsAt: startsAt ?? window.series.startsAt, endsAt: endsAt ?? window.series.endsAt },
  }
}

/** When it takes place, as the server sees it, and what it meets. */
function Preview({ values, exceptId }: { values: WindowValues; exceptId: string | undefined }) {
  const { startsAt, endsAt, systems, environments, timeZone, repeat } = values
  const complete = startsAt !== null && endsAt !== null && startsAt < endsAt && problems(values).length === 0
  const asked = {
    systemIds: systems.map(({ id }) => id),
    environmentIds: environments.map(({ id }) => id),
    startsAt: startsAt ?? "",
    endsAt: endsAt ?? "",
    timeZone,
    rrule: complete ? toRule(values) : null,
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
      {data && <Warnings {...data} />}
    </div>
  )
}

/** What it covers nothing of, and other windows of the same systems at the same time. */
export function Warnings({ notes = [], overlaps }: { notes?: readonly string[]; overlaps: readonly Overlap[] }) {
  return (
    <>
      {notes.map((note) => (
        <Notice key={note} tone="warning">
          {note}
        </Notice>
      ))}
      {overlaps.length > 0 && (
        <Notice tone="warning" title="Overlaps other maintenance of the same systems">
          <ul>
            {overlaps.map(({ id, title, startsAt }) => (
              <li key={id}>
                <TextLink href={`/maintenance/${id}`}>{title}</TextLink>, <Time instant={startsAt} as="short" />
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

function valuesOf(window: Window, zone: string): WindowValues {
  const { title, description, systems, environments, series, rrule } = window
  const options = (things: Window["systems"]) => things.map(({ id, name }) => ({ id, label: name }))
  return {
    ...toRepetition(rrule, rrule === null ? zone : window.timeZone),
    title,
    description,
    systems: options(systems),
    environments: options(environments),
    ...series,
  }
}

/** Of a window that is there, only what was changed: its times are planned anew only if somebody touched them. */
function toInput(values: WindowValues, base: Window | undefined, changed: Partial<WindowValues>) {
  const { title, description, systems, environments, startsAt, endsAt, timeZone } = values
  const ids = (options: readonly Option[]) => options.map(({ id }) => id)
  // The server has the words for a time that is missing.
  const times = { startsAt: startsAt ?? "", endsAt: endsAt ?? "" }
  const rule = { rrule: toRule(values), timeZone }
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
    ...(REPETITION_FIELDS.some((name) => name in changed) && rule),
  }
}

function problems(values: WindowValues) {
  return [
    ...(values.startsAt === null ? [{ path: "startsAt", message: "Say when it begins." }] : []),
    ...(values.endsAt === null ? [{ path: "endsAt", message: "Say when it ends." }] : []),
    ...repetitionProblems(values),
  ]
}
