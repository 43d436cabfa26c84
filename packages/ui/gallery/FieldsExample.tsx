import { LayoutGrid, List } from "lucide-react"
import { useState } from "react"
import {
  Checkbox,
  Combobox,
  DateTimeInput,
  Field,
  MultiSelect,
  type Option,
  PageHeader,
  Panel,
  PasswordInput,
  RadioGroup,
  SearchInput,
  SegmentedControl,
  Select,
  Switch,
  TagInput,
  TextArea,
  TextInput,
  TimeZoneContext,
} from "../src/index.ts"
import { PEOPLE, SYSTEMS } from "./sample.ts"

const PERSON_OPTIONS: Option[] = PEOPLE.map((name) => ({
  id: name,
  label: name,
  hint: `${name.split(" ")[0]?.toLowerCase()}@example.org`,
}))
const SYSTEM_OPTIONS: Option[] = SYSTEMS.map((system) => ({ id: system.id, label: system.name, hint: system.owner }))

export function FieldsExample() {
  const [person, setPerson] = useState<Option | null>(PERSON_OPTIONS[0] ?? null)
  const [systems, setSystems] = useState<Option[]>(SYSTEM_OPTIONS.slice(0, 2))
  const [tags, setTags] = useState(["eu-central", "card-data"])
  const [view, setView] = useState<"table" | "grid">("table")
  const [checks, setChecks] = useState([true, false])
  const [severity, setSeverity] = useState<string | null>("major")
  const [tier, setTier] = useState("1")
  const [query, setQuery] = useState("")
  const [begins, setBegins] = useState<string | null>("2026-11-17T13:30:00.000Z")
  const [ends, setEnds] = useState<string | null>("2026-10-25T00:30:00.000Z")

  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-5 sm:px-6">
      <PageHeader title="Fields" description="Everything that is filled in." />
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
        <Panel title="Words">
          <div className="flex flex-col gap-4">
            <Field label="Name" required hint="Lower case, as in the deployment.">
              <TextInput defaultValue="payments-api" mono />
            </Field>
            <Field label="Address" error="Addresses start with https://. Write the whole address.">
              <TextInput defaultValue="ftp://payments.example.org" mono />
            </Field>
            <Field label="Timeout" optional>
              <TextInput type="number" defaultValue={2000} suffix="ms" />
            </Field>
            <Field label="Password">
              <PasswordInput autoComplete="new-password" defaultValue="tall-lamp-river" />
            </Field>
            <Field label="Description">
              <TextArea defaultValue="Authorises and captures card payments. Talks to two gateways and falls back to the second." />
            </Field>
            <SearchInput label="Search people" value={query} onChange={setQuery} />
            <Field label="Begins" hint="When work starts.">
              <DateTimeInput value={begins} onChange={setBegins} min="2026-11-01T00:00:00.000Z" />
            </Field>
            <TimeZoneContext value="Europe/Berlin">
              <Field label="Clock set back">
                <DateTimeInput value={ends} onChange={setEnds} />
              </Field>
            </TimeZoneContext>
            <Field label="Not yours to change">
              <TextInput disabled defaultValue="set by the environment" />
            </Field>
          </div>
        </Panel>
        <Panel title="Choices">
          <div className="flex flex-col gap-4">
            <Field label="Tier">
              <Select
                value={tier}
                onChange={setTier}
                options={[
                  { value: "1", label: "1, wakes people" },
                  { value: "2", label: "2, next morning" },
                ]}
              />
            </Field>
            <Field label="Lead" hint="Type part of a name.">
              <Combobox
                label="Lead"
                value={person}
                onChange={setPerson}
                options={PERSON_OPTIONS}
                placeholder="Nobody yet"
              />
            </Field>
            <Field label="Affected systems">
              <MultiSelect
                label="Affected systems"
                value={systems}
                onChange={setSystems}
                loadOptions={findSystems}
                placeholder="Type part of a name"
              />
            </Field>
            <Field label="Tags" hint="Enter or a comma adds one.">
              <TagInput
                value={tags}
                onChange={setTags}
                validate={(tag) =>
                  /^[a-z0-9-]+$/.test(tag)
                    ? null
                    : `"${tag}" has signs other than a-z, 0-9 and "-". Write it without them.`
                }
              />
            </Field>
            <RadioGroup
              label="Severity"
              orientation="horizontal"
              value={severity}
              onChange={setSeverity}
              options={[
                { value: "minor", label: "Minor" },
                { value: "major", label: "Major" },
                { value: "critical", label: "Critical" },
                { value: "none", label: "None", disabled: true },
              ]}
            />
            <SegmentedControl
              label="View"
              value={view}
              onChange={setView}
              options={[
                { value: "table", label: "Table", icon: <List /> },
                { value: "grid", label: "Grid", icon: <LayoutGrid /> },
              ]}
            />
            <Checkbox
              label="Tell the subscribers of the public site"
              hint="1,204 people get a mail."
              checked={checks[0] ?? false}
              onChange={(checked) => setChecks([checked, checks[1] ?? false])}
            />
            <Checkbox
              label="Some of the systems"
              checked={false}
              indeterminate
              onChange={(checked) => setChecks([checks[0] ?? false, checked])}
            />
            <Switch label="Watch this system" hint="You are told when its state changes." checked onChange={() => {}} />
          </div>
        </Panel>
      </div>
    </div>
  )
}

function findSystems(query: string, signal: AbortSignal): Promise<Option[]> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason))
    setTimeout(() => resolve(SYSTEM_OPTIONS.filter((option) => option.label.includes(query.toLowerCase()))), 200)
  })
}
