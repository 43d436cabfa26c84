import { Activity, Check, Ellipsis, Pencil, Trash2 } from "lucide-react"
import { useState } from "react"
import {
  Avatar,
  Badge,
  Button,
  IconButton,
  KeyValue,
  LazyMarkdown,
  Menu,
  Notice,
  Panel,
  ProposalCard,
  SeverityMark,
  StatusMark,
  StatusTimeline,
  TextArea,
  TextLink,
  ThingPage,
  Time,
  Timeline,
} from "../src/index.ts"
import { ROLLBACK } from "./proposals.ts"
import { ago, HOURS, MARKDOWN, MINUTES, SEGMENTS } from "./sample.ts"

export function IncidentExample() {
  const [tab, setTab] = useState("timeline")
  return (
    <ThingPage
      breadcrumbs={[
        { label: "Operate", href: "#systems" },
        { label: "Incidents", href: "#incident" },
      ]}
      title="Card payments time out for about one in five customers"
      status={<SeverityMark severity="critical" pill />}
      meta={
        <>
          <span className="font-mono">INC-214</span>, opened <Time instant={ago(43 * MINUTES)} /> by Ana Ruiz
        </>
      }
      actions={
        <>
          <Button icon={<Pencil />}>Post update</Button>
          <Button variant="primary" icon={<Check />}>
            Resolve incident
          </Button>
          <Menu
            trigger={<IconButton variant="secondary" label="More actions" tooltip={false} icon={<Ellipsis />} />}
            entries={[
              { id: "severity", label: "Change severity", onSelect: () => {} },
              { id: "link", label: "Copy link", shortcut: "Mod-l", onSelect: () => {} },
              { type: "separator", id: "line" },
              { id: "delete", label: "Delete incident", icon: <Trash2 />, danger: true, onSelect: () => {} },
            ]}
          />
        </>
      }
      notice={
        <Notice tone="warning" title="Ben Okafor changed this incident while you were writing">
          Your text is kept. Read the newest update before you post yours.
        </Notice>
      }
      tabs={[
        { id: "timeline", label: "Timeline", count: 5 },
        { id: "systems", label: "Systems", count: 2 },
        { id: "history", label: "History" },
      ]}
      tab={tab}
      onTab={setTab}
      facts={
        <>
          <Panel title="Facts">
            <KeyValue
              facts={[
                { label: "State", value: "Investigating" },
                { label: "Lead", value: <Avatar name="Ana Ruiz" showName /> },
                { label: "Opened", value: <Time instant={ago(43 * MINUTES)} /> },
                { label: "Resolved", value: null },
                { label: "Correlation", value: "7f3c-91ab-04de", mono: true },
              ]}
            />
          </Panel>
          <Panel
            title="Affected systems"
            action={
              <TextLink plain href="#systems">
                All systems
              </TextLink>
            }
          >
            <ul className="divide-y divide-hairline">
              <li className="flex h-8 items-center justify-between gap-3">
                <TextLink plain href="#incident">
                  payments-api
                </TextLink>
                <StatusMark status="degraded" />
              </li>
              <li className="flex h-8 items-center justify-between gap-3">
                <TextLink plain href="#incident">
                  checkout-web
                </TextLink>
                <StatusMark status="healthy" />
              </li>
            </ul>
          </Panel>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <StatusTimeline
          label="payments-api, last 24 hours"
          window={{ from: ago(24 * HOURS), to: ago(0) }}
          segments={SEGMENTS}
        />
        <Timeline
          label="Updates, newest first"
          entries={[
            {
              id: "1",
              time: ago(4 * MINUTES),
              author: { name: "Countersign", kind: "assistant" },
              title: "asks for a signature",
              body: <ProposalCard proposal={ROLLBACK} onDecide={() => {}} headingLevel={4} />,
            },
            {
              id: "2",
              time: ago(12 * MINUTES),
              author: { name: "Ben Okafor" },
              title: "posted an update",
              mark: <Badge tone="degraded">Investigating</Badge>,
              body: <LazyMarkdown onNavigate={(href) => console.info(href)}>{MARKDOWN}</LazyMarkdown>,
              actions: <IconButton size="sm" label="Edit update" icon={<Pencil />} />,
            },
            {
              id: "3",
              time: ago(41 * MINUTES),
              icon: <Activity />,
              title: (
                <>
                  The check <TextLink href="#systems">payments-api / authorise</TextLink> failed 3 times in a row
                </>
              ),
            },
            { id: "4", time: ago(43 * MINUTES), author: { name: "Ana Ruiz" }, title: "opened the incident" },
          ]}
        />
        <Panel title="Add an update">
          <TextArea aria-label="Update" placeholder="What do people need to know now?" />
          <div className="mt-2 flex justify-end">
            <Button variant="primary">Post update</Button>
          </div>
        </Panel>
      </div>
    </ThingPage>
  )
}
