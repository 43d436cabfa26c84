import { useState } from "react"
import {
  Badge,
  CodeBlock,
  CopyField,
  DataTable,
  DiffTable,
  EntryTable,
  KeyValue,
  LazyMarkdown,
  PageHeader,
  Panel,
  SeverityMark,
  StatusTimeline,
  Tabs,
  Time,
  UpdatesTimeline,
} from "../src/index.ts"
import { ago, HOURS, INCIDENTS, MARKDOWN, MINUTES, SEGMENTS } from "./sample.ts"

export function ShowingExample() {
  const [tab, setTab] = useState("one")
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-5 sm:px-6">
      <PageHeader title="Showing" description="Tables, texts and changes." />
      <Panel title="Incidents">
        <DataTable
          label="Incidents"
          rows={INCIDENTS}
          rowId={(incident) => incident.id}
          onOpen={() => {}}
          columns={[
            { id: "id", header: "Id", cell: (incident) => incident.id, mono: true, width: "88px" },
            { id: "title", header: "Title", cell: (incident) => incident.title, width: "3fr", priority: "title" },
            {
              id: "severity",
              header: "Severity",
              cell: (incident) => <SeverityMark severity={incident.severity} />,
              width: "104px",
              priority: "meta",
            },
            { id: "state", header: "State", cell: (incident) => incident.state, width: "1fr", priority: "meta" },
            {
              id: "opened",
              header: "Opened",
              cell: (incident) => <Time instant={incident.openedAt} />,
              width: "104px",
              align: "end",
            },
          ]}
        />
      </Panel>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
        <Panel title="A change">
          <DiffTable
            rows={[
              { label: "Owner", before: "Payments", after: "Payments and Ledger" },
              { label: "Timeout", before: 2000, after: 3000, mono: true },
              { label: "Runbook", before: null, after: "https://wiki.example.org/runbooks/payments" },
              { label: "Public", before: true, after: false },
              {
                label: "Note",
                before: "Falls back to the second gateway after two failures.",
                after: "Falls back to the second gateway after one failure and says so.",
              },
            ]}
          />
          <EntryTable
            label="Links"
            columns={["Label", "Address"]}
            before={[
              ["Runbook", "https://wiki.example.org/payments"],
              ["Code", "https://git.example.org/payments"],
            ]}
            after={[
              ["Runbook", "https://wiki.example.org/runbooks/payments"],
              ["Code", "https://git.example.org/payments"],
            ]}
          />
        </Panel>
        <Panel title="Secrets and code">
          <div className="flex flex-col gap-4">
            <CopyField label="API key of deploy-bot" value="cs_live_9f2c61d0b7a84e3f8d55_kQ3vX8" once />
            <CodeBlock
              title="check.ts"
              code={
                'const answer = await fetch("https://payments.example.org/health", { signal: AbortSignal.timeout(2_000) })\nif (!answer.ok) throw new Error("payments does not answer")'
              }
            />
            <CodeBlock code="countersign audit verify" />
          </div>
        </Panel>
        <Panel title="Last day">
          <div className="flex flex-col gap-4">
            <StatusTimeline
              label="payments-api, last 24 hours"
              window={{ from: ago(24 * HOURS), to: ago(0) }}
              segments={SEGMENTS}
            />
            <StatusTimeline
              compact
              label="payments-ledger, last 24 hours"
              window={{ from: ago(24 * HOURS), to: ago(0) }}
              segments={SEGMENTS.slice(0, 3)}
            />
          </div>
        </Panel>
        <Panel title="Updates">
          <UpdatesTimeline
            label="Updates, newest first"
            noun="incident"
            updates={[
              {
                id: "1",
                at: ago(4 * MINUTES),
                author: { name: "Ben Okafor" },
                message: "Rolled back to **2.41**. Errors fall.",
                status: <Badge tone="maintenance">Monitoring</Badge>,
                visibility: "public",
                edited: true,
                onEdit: () => {},
                onDelete: () => {},
              },
              {
                id: "2",
                at: ago(12 * MINUTES),
                author: { name: "Ana Ruiz" },
                message: "The pool of the ledger is exhausted.",
                visibility: "internal",
                onEdit: () => {},
                onDelete: () => {},
              },
              {
                id: "3",
                at: ago(30 * MINUTES),
                author: { name: "Ana Ruiz" },
                message: "",
                status: <Badge tone="degraded">Identified</Badge>,
                visibility: "signedIn",
              },
            ]}
            opening={{
              id: "opened",
              time: ago(43 * MINUTES),
              author: { name: "Ana Ruiz" },
              title: "opened the incident",
            }}
          />
        </Panel>
        <Panel title="Facts and tabs">
          <Tabs
            label="Example"
            value={tab}
            onChange={setTab}
            tabs={[
              { id: "one", label: "Overview" },
              { id: "two", label: "Checks", count: 4 },
              { id: "three", label: "Dependencies" },
            ]}
          >
            <KeyValue
              facts={[
                { label: "Tab", value: tab },
                { label: "Address", value: "https://payments.example.org/health", mono: true },
                { label: "Runbook", value: "" },
              ]}
            />
          </Tabs>
        </Panel>
        <Panel title="Prose">
          <LazyMarkdown>{MARKDOWN}</LazyMarkdown>
        </Panel>
      </div>
    </div>
  )
}
