import { ThingParts, useRegistry } from "@countersign/core/web"
import { Panel, PlainText, TextLink, Time } from "@countersign/ui"
import type { StatusReport, SystemDetail } from "../../contract.ts"
import { SystemStatus } from "../status.tsx"
import { StatusHistory } from "./StatusHistory.tsx"

export function Overview({ system }: { system: SystemDetail }) {
  return (
    <div className="flex flex-col gap-6">
      <Panel title="Status">
        <Reports reports={system.reports} />
      </Panel>
      <StatusHistory systemId={system.id} name={system.name} />
      <ThingParts of="catalog.system" id={system.id} place="overview" />
      <Panel title="Description">
        {system.description ? (
          <p className="max-w-[72ch] whitespace-pre-wrap break-words text-prose">
            <PlainText>{system.description}</PlainText>
          </p>
        ) : (
          <p className="text-muted text-table">Nobody has described it yet.</p>
        )}
      </Panel>
    </div>
  )
}

/** What makes the status, worst first, and beneath it what maintenance covers. */
function Reports({ reports }: { reports: readonly StatusReport[] }) {
  const { hasFeature } = useRegistry()
  if (reports.length === 0)
    return (
      <p className="text-muted text-table">
        Not reported. Incidents{hasFeature("checks") ? ", checks" : ""} and your own scripts can report a status; until
        one does, nothing is known of its health.
      </p>
    )
  const covered = reports.filter((report) => report.covered)
  return (
    <>
      <ReportList reports={reports.filter((report) => !report.covered)} />
      {covered.length > 0 && (
        <div className="mt-3 text-muted">
          <p className="text-table">Covered by the maintenance: it is kept, and counts again when that is over.</p>
          <ReportList reports={covered} />
        </div>
      )}
    </>
  )
}

function ReportList({ reports }: { reports: readonly StatusReport[] }) {
  return (
    <ul className="flex flex-col divide-y divide-hairline text-table">
      {reports.map((report) => (
        <li
          key={`${report.source} ${report.environment?.id}`}
          className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-1.5"
        >
          <span className="w-28 shrink-0">
            <SystemStatus status={report.status} />
          </span>
          <span className="min-w-0 flex-1 break-words">
            <ReasonOf report={report} />
          </span>
          <span className="text-faint max-sm:w-full">
            {report.environment && `${report.environment.name}, `}
            {report.source.startsWith("api:") && `${report.reporter}, `}
            since <Time instant={report.since} as="short" />
          </span>
        </li>
      ))}
    </ul>
  )
}

export function ReasonOf({
  report,
}: {
  report: Pick<StatusReport, "link"> & { status: string | null; reason: string | null }
}) {
  const words = report.reason || (report.status === "healthy" ? "All is well" : "No reason given")
  if (!report.link) return <PlainText>{words}</PlainText>
  return (
    <TextLink href={report.link} external={!report.link.startsWith("/")}>
      {words}
    </TextLink>
  )
}
