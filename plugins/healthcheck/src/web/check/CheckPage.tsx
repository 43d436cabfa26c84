import { callOptions, type PageModule, useCall, useChange, useUrlState } from "@countersign/core/web"
import {
  Button,
  ButtonLink,
  formatPercent,
  IconButton,
  KeyValue,
  Menu,
  Notice,
  Panel,
  PlainText,
  Skeleton,
  TextLink,
  ThingPage,
  Time,
  useToast,
} from "@countersign/ui"
import { useParams } from "@tanstack/react-router"
import { Ellipsis, Pause, Play, RotateCw, Trash2 } from "lucide-react"
import { useState } from "react"
import { type CheckDetail, healthcheckContract } from "../../contract.ts"
import { CheckStatus } from "../CheckStatus.tsx"
import { everyWords } from "../words.ts"
import { DeleteDialog, PauseDialog } from "./CheckDialogs.tsx"
import { ConfigurationTab } from "./ConfigurationTab.tsx"
import { HistoryTab } from "./HistoryTab.tsx"
import { OverviewTab } from "./OverviewTab.tsx"
import { RunsTab } from "./RunsTab.tsx"

const CRUMBS = [{ label: "Checks", href: "/checks" }]
const TABS = ["overview", "runs", "configuration", "history"] as const
const ALSO_SHOWS = ["catalog.system"]

export default function CheckPage() {
  const { checkId = "" } = useParams({ strict: false }) as { checkId?: string }
  const { data, error } = useCall(healthcheckContract.get, { id: checkId }, { alsoShows: ALSO_SHOWS })
  if (data) return <Loaded key={data.id} check={data} stale={error?.message} />
  if (!error)
    return (
      <ThingPage breadcrumbs={CRUMBS} title="Check">
        <Skeleton lines={8} label="Loading the check" />
      </ThingPage>
    )
  // An address that was cut off or mistyped is no input to complain about.
  const mistyped = error.body.code === "invalid_input"
  return (
    <ThingPage breadcrumbs={CRUMBS} title="This check cannot be shown">
      <p>{mistyped ? "There is no check at this address. The link may be incomplete." : error.message}</p>
      <p className="mt-4">
        <ButtonLink href="/checks">Go to all checks</ButtonLink>
      </p>
    </ThingPage>
  )
}

function Loaded({ check, stale }: { check: CheckDetail; stale: string | undefined }) {
  const [url, patch] = useUrlState()
  const [dialog, setDialog] = useState<"pause" | "delete" | null>(null)
  const close = () => setDialog(null)
  const tab = TABS.find((one) => one === url.tab) ?? "overview"
  const { status, since, paused } = check
  return (
    <ThingPage
      breadcrumbs={CRUMBS}
      title={check.name}
      status={<CheckStatus status={status} paused={paused} pill />}
      meta={
        <>
          {!paused && status !== null && since && (
            <>
              Since <Time instant={since} as="short" /> (<Time instant={since} />) ·{" "}
            </>
          )}
          {check.strategyTitle} ·{" "}
          {check.subject !== check.strategyTitle && (
            <>
              <PlainText>{check.subject}</PlainText> ·{" "}
            </>
          )}
          {everyWords(check.intervalSeconds)}
        </>
      }
      actions={check.mayChange && <Actions check={check} onAsk={setDialog} />}
      notice={
        (stale || paused) && (
          <div className="flex flex-col gap-2">
            {stale && <Notice tone="warning">What you see may be out of date. {stale}</Notice>}
            {paused && <Paused paused={paused} />}
          </div>
        )
      }
      tabs={[
        { id: "overview", label: "Overview" },
        ...(check.mayReadDetails ? [{ id: "runs" as const, label: "Runs" }] : []),
        { id: "configuration", label: "Configuration" },
        { id: "history", label: "History" },
      ]}
      tab={tab}
      onTab={(id) =>
        // Another list has other pages.
        patch({ tab: id === "overview" ? undefined : id, after: undefined, before: undefined, from: undefined })
      }
      facts={<Facts check={check} />}
    >
      {tab === "overview" && <OverviewTab check={check} />}
      {tab === "runs" && check.mayReadDetails && <RunsTab check={check} />}
      {tab === "configuration" && <ConfigurationTab check={check} />}
      {tab === "history" && <HistoryTab id={check.id} />}
      {dialog === "pause" && <PauseDialog check={check} onClose={close} />}
      {dialog === "delete" && <DeleteDialog check={check} onClose={close} />}
    </ThingPage>
  )
}

function Paused({ paused }: { paused: NonNullable<CheckDetail["paused"]> }) {
  return (
    <Notice tone="info" title="Paused">
      <PlainText>{paused.reason}</PlainText> (<PlainText>{paused.by.name}</PlainText>, <Time instant={paused.at} />)
      {paused.until && (
        <>
          {" "}
          It resumes by itself on <Time instant={paused.until} as="short" />.
        </>
      )}
    </Notice>
  )
}

function Actions({ check, onAsk }: { check: CheckDetail; onAsk: (dialog: "pause" | "delete") => void }) {
  const toast = useToast()
  const ids = [check.id]
  const told =
    (words: string) =>
    ({ results: [result] }: { results: readonly { ok: boolean; message?: string }[] }) =>
      result?.ok === false ? toast.error(new Error(result.message), words) : undefined
  const failed = (words: string) => ({ onError: (cause: Error) => toast.error(cause, words) })
  const run = useChange(healthcheckContract.runNow, { onDone: told("It does not run now") })
  const resume = useChange(healthcheckContract.resume, {
    alsoChanges: ALSO_SHOWS,
    onDone: told("It was not resumed"),
  })
  return (
    <>
      {!check.paused && (
        <Button
          icon={<RotateCw />}
          busy={run.isPending}
          onClick={() => run.mutate({ ids }, failed("It does not run now"))}
        >
          Run now
        </Button>
      )}
      {check.paused ? (
        <Button
          variant="primary"
          icon={<Play />}
          busy={resume.isPending}
          onClick={() => resume.mutate({ ids }, failed("It was not resumed"))}
        >
          Resume
        </Button>
      ) : (
        <Button icon={<Pause />} onClick={() => onAsk("pause")}>
          Pause
        </Button>
      )}
      <ButtonLink href={`/checks/${check.id}/edit`}>Edit</ButtonLink>
      <Menu
        trigger={<IconButton label="More actions" icon={<Ellipsis />} variant="secondary" />}
        entries={[
          { id: "delete", label: "Delete check", icon: <Trash2 />, danger: true, onSelect: () => onAsk("delete") },
        ]}
      />
    </>
  )
}

function Facts({ check }: { check: CheckDetail }) {
  const { uptime, assignments, hiddenSystemCount } = check
  const say = (share: number | null) => (share === null ? "no runs" : formatPercent(share))
  return (
    <>
      <Panel title="Uptime in runs">
        <KeyValue
          facts={[
            { label: "24 hours", value: say(uptime.day) },
            { label: "7 days", value: say(uptime.week) },
            { label: "30 days", value: say(uptime.month) },
            { label: "90 days", value: say(uptime.quarter) },
          ]}
        />
        <p className="mt-1 text-muted text-table">Runs in maintenance and missed ones are left out.</p>
      </Panel>
      <Panel title="Systems">
        {assignments.length === 0 && hiddenSystemCount === 0 && (
          <p className="text-muted">For no system yet, so it does not run.</p>
        )}
        <ul className="flex flex-col gap-1">
          {assignments.map(({ system, environments }) => (
            <li key={system.id} className="break-words">
              <TextLink href={`/catalog/systems/${system.id}`}>
                <PlainText>{system.name}</PlainText>
              </TextLink>
              {environments !== null && (
                <span className="text-muted">
                  {" "}
                  {environments.length === 0 ? (
                    "without an environment"
                  ) : (
                    <PlainText>{environments.map(({ name }) => name).join(", ")}</PlainText>
                  )}
                </span>
              )}
            </li>
          ))}
        </ul>
        {hiddenSystemCount > 0 && (
          <p className="text-muted">
            {hiddenSystemCount === 1 ? "1 more that you may not see" : `${hiddenSystemCount} more that you may not see`}
          </p>
        )}
      </Panel>
      <Panel title="Details">
        <KeyValue
          facts={[
            { label: "Created by", value: check.createdBy.name },
            { label: "Created", value: <Time instant={check.createdAt} as="short" /> },
            { label: "Changed", value: <Time instant={check.updatedAt} as="short" /> },
          ]}
        />
      </Panel>
    </>
  )
}

export const prefetch: PageModule["prefetch"] = (client, { params }) =>
  void client.prefetchQuery(
    callOptions(healthcheckContract.get, { id: params.checkId ?? "" }, { alsoShows: ALSO_SHOWS }),
  )
