import { Plus } from "lucide-react"
import {
  Avatar,
  Badge,
  Button,
  ButtonLink,
  EmptyState,
  IconButton,
  Kbd,
  LinkButton,
  Notice,
  PageHeader,
  Panel,
  SeverityMark,
  Skeleton,
  STATUSES,
  StatusMark,
  TextLink,
  Time,
} from "../src/index.ts"
import { ago, HOURS, MINUTES, PEOPLE } from "./sample.ts"

export function MarksExample() {
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-5 sm:px-6">
      <PageHeader title="Marks and buttons" description="Small signs with a fixed meaning." />
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
        <Panel title="Buttons">
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" icon={<Plus />}>
              Open incident
            </Button>
            <Button>Edit</Button>
            <Button variant="quiet">Cancel</Button>
            <Button variant="danger">Delete system</Button>
            <Button variant="seal">Apply</Button>
          </div>
          <div className="mt-3 flex flex-wrap items-center gap-2">
            <Button variant="primary" busy>
              Saving
            </Button>
            <Button disabled>Disabled</Button>
            <Button size="sm">Small</Button>
            <Button size="lg" variant="primary">
              Large
            </Button>
            <ButtonLink href="#systems">A link</ButtonLink>
            <IconButton label="Add" icon={<Plus />} />
            <LinkButton>Show older</LinkButton>
          </div>
        </Panel>
        <Panel title="States">
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            {STATUSES.map((status) => (
              <StatusMark key={status} status={status} />
            ))}
          </div>
          <div className="mt-3 flex flex-wrap gap-2">
            {STATUSES.map((status) => (
              <StatusMark key={status} status={status} pill />
            ))}
          </div>
          <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
            <SeverityMark severity="minor" />
            <SeverityMark severity="major" />
            <SeverityMark severity="critical" />
            <SeverityMark severity="critical" pill />
          </div>
        </Panel>
        <Panel title="Badges, keys, people, times">
          <div className="flex flex-wrap items-center gap-2">
            <Badge>eu-central</Badge>
            <Badge tone="accent">Draft</Badge>
            <Badge tone="seal">Waits for a signature</Badge>
            <Badge tone="healthy">Resolved</Badge>
            <Badge tone="degraded">Monitoring</Badge>
            <Badge tone="unhealthy">Failed</Badge>
            <Badge tone="maintenance">Planned</Badge>
          </div>
          <div className="mt-3 flex flex-wrap items-center gap-4">
            <Kbd keys="Mod-k" />
            <Kbd keys="g s" />
            <Kbd keys="?" />
          </div>
          <div className="mt-3 flex flex-wrap items-center gap-3">
            {PEOPLE.slice(0, 3).map((name) => (
              <Avatar key={name} name={name} />
            ))}
            <Avatar name="Deploy bot" kind="application" size="md" />
            <Avatar name="Assistant" kind="assistant" size="lg" />
            <Avatar name="Dmitri Volkov" showName />
          </div>
          <div className="mt-3 flex flex-wrap items-center gap-4">
            <Time instant={ago(20_000)} />
            <Time instant={ago(12 * MINUTES)} />
            <Time instant={ago(30 * HOURS)} />
            <Time instant={ago(-3 * HOURS)} />
            <Time instant={ago(90 * 24 * HOURS)} />
          </div>
        </Panel>
        <Panel title="Notices">
          <div className="flex flex-col gap-2">
            <Notice>Checks run every 30 s. A state counts after three equal answers.</Notice>
            <Notice tone="success">The catalog was imported: 16 systems, 2 changed.</Notice>
            <Notice tone="warning" title="The key file is readable by others">
              Run <code>chmod 600 data/key</code> and restart.
            </Notice>
            <Notice tone="error" title="The mail was not sent" action={<Button size="sm">Try again</Button>}>
              smtp.example.org refused the sender. Check the address in <TextLink href="#settings">Settings</TextLink>.
            </Notice>
          </div>
        </Panel>
        <Panel title="Nothing here">
          <EmptyState title="No open incidents" action={<Button variant="primary">Open incident</Button>}>
            When something breaks, open one here so that everybody looks at the same page.
          </EmptyState>
        </Panel>
        <Panel title="Loading">
          <Skeleton lines={5} label="Loading" />
        </Panel>
      </div>
    </div>
  )
}
