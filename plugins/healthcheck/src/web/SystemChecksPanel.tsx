import { type ThingPartProps, useCall, useLookalikes } from "@countersign/core/web"
import { formatPercent, LookalikeMark, Notice, PlainText, Skeleton, TextLink, Time } from "@countersign/ui"
import { healthcheckContract } from "../contract.ts"
import { CheckStatus, Durations, Uptime } from "./CheckStatus.tsx"

/** On a system's page: what checks say of it. */
export default function SystemChecksPanel({ id: systemId }: ThingPartProps) {
  const { data, error } = useCall(
    healthcheckContract.listSystemChecks,
    { systemId },
    { alsoShows: ["healthcheck.healthcheck"] },
  )
  const lookalikes = useLookalikes("healthcheck.healthcheck", data?.checks)
  if (error) return <Notice tone="error">{error.message}</Notice>
  if (!data) return <Skeleton lines={2} label="Loading checks" />
  const { checks, more, mayAdd } = data
  return (
    <>
      <SystemUptime systemId={systemId} />
      {checks.length === 0 && <p className="text-muted">Nothing checks this system.</p>}
      <ul className="flex flex-col">
        {checks.map(({ id, name, status, paused, lastRunAt, durations, uptime24h, sentence }) => (
          <li
            key={id}
            className="grid grid-cols-[112px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 border-hairline border-b py-1.5 last:border-b-0 sm:grid-cols-[112px_minmax(0,1fr)_96px_80px_96px]"
          >
            <CheckStatus status={status} paused={paused} />
            <span className="flex min-w-0 flex-wrap items-center gap-x-2">
              <TextLink href={`/checks/${id}`} className="min-w-0 break-words">
                <PlainText>{name}</PlainText>
              </TextLink>
              {lookalikes.has(id) && <LookalikeMark compact id={id} />}
            </span>
            <span className="max-sm:hidden">
              <Durations name={name} durations={durations} />
            </span>
            <span className="text-end text-table tabular-nums">
              <Uptime share={uptime24h} />
              <span className="sr-only"> uptime in the last 24 hours</span>
            </span>
            <span className="text-end text-faint max-sm:hidden">{lastRunAt && <Time instant={lastRunAt} />}</span>
            {sentence !== "" && !paused && (
              <p className="col-span-full min-w-0 break-words text-muted text-table sm:pl-[124px]">
                <PlainText>{sentence}</PlainText>
              </p>
            )}
          </li>
        ))}
      </ul>
      {more && (
        <p className="mt-2 text-muted">
          These are the first {checks.length}.{" "}
          <TextLink href={`/checks?systemId=${systemId}`}>All checks of this system</TextLink>
        </p>
      )}
      {mayAdd && (
        <p className="mt-2">
          <TextLink href={`/checks/new?systemId=${systemId}`}>Add check</TextLink>
        </p>
      )}
    </>
  )
}

const UPTIME_WORDS = { day: "24 h", week: "7 d", month: "30 d", quarter: "90 d" } as const

/** By the time of its status, whoever reported it. A system of which nothing was ever known has none. */
function SystemUptime({ systemId }: { systemId: string }) {
  const { data, error } = useCall(healthcheckContract.systemUptime, { systemId }, { alsoShows: ["catalog.system"] })
  if (error) return <Notice tone="error">{error.message}</Notice>
  if (!data || Object.values(data).every((share) => share === null)) return null
  const spans = Object.entries(UPTIME_WORDS) as [keyof typeof UPTIME_WORDS, string][]
  return (
    <dl className="mb-2 flex flex-wrap gap-x-6 gap-y-1 text-table">
      {spans.map(([span, words]) => (
        <div key={span} className="flex gap-x-2">
          <dt className="text-muted">Uptime {words}</dt>
          <dd className="tabular-nums">{data[span] === null ? "not known" : formatPercent(data[span])}</dd>
        </div>
      ))}
    </dl>
  )
}
