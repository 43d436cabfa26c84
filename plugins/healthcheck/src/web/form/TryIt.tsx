import type { OutputOf } from "@countersign/core/contract"
import { Button, formatCount, LinkButton, Notice, PlainText, StatusMark } from "@countersign/ui"
import { FlaskConical } from "lucide-react"
import type { ReactNode } from "react"
import type { healthcheckContract } from "../../contract.ts"
import { AssertionOutcomes } from "../check/RunDrawer.tsx"
import { spelled } from "../config-shape.ts"
import { formatMs, OUTCOME_WORDS } from "../words.ts"
import type { Found } from "./assert-value.ts"
import type { Way } from "./check-draft.ts"

export type Trial = OutputOf<typeof healthcheckContract.tryCheck>

interface TryItProps {
  way: Way
  trial: Trial | undefined
  busy: boolean
  /** What no field says. */
  failure: ReactNode
  onTry: () => void
  onAssert: (found: Found) => void
}

/** Runs the draft once without saving it. A click on what came back makes an assertion of it. */
export function TryIt({ way, trial, busy, failure, onTry, onAssert }: TryItProps) {
  return (
    <section aria-label="Try it" className="min-w-0 border-hairline border-t pt-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={<FlaskConical />} busy={busy} onClick={onTry}>
          Try it
        </Button>
        <p className="text-muted text-table">Runs it once, now. Nothing is stored.</p>
      </div>
      <div aria-live="polite" className="mt-3 flex flex-col gap-4">
        {failure}
        {trial && <Outcome way={way} trial={trial} onAssert={onAssert} />}
      </div>
    </section>
  )
}

function Outcome({ way, trial, onAssert }: { way: Way; trial: Trial; onAssert: (found: Found) => void }) {
  const { outcome, durationMs, failure, values, assertions, placeholders } = trial
  const status = outcome === "ok" ? "healthy" : outcome === "degraded" ? "degraded" : "unhealthy"
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusMark status={status} label={OUTCOME_WORDS[outcome]} pill />
        <span className="text-muted">after {formatMs(durationMs)}</span>
      </p>
      {failure && (
        <Notice tone="error" title="It could not complete">
          <PlainText>{failure.message}</PlainText>
        </Notice>
      )}
      {placeholders.length > 0 && (
        <Notice tone="warning">
          In place of {formatCount(placeholders.length, "secret")} only a placeholder was sent:{" "}
          <PlainText>{placeholders.join(", ")}</PlainText>. A stored check sends the real ones.
        </Notice>
      )}
      <AssertionOutcomes assertions={assertions} />
      {Object.entries(values).map(([id, fields]) => {
        const collector = way.collectors.find((one) => one.id === id)
        return (
          <div key={id} className="min-w-0">
            <h3 className="border-line border-b pb-1 font-medium text-table">{collector?.title ?? spelled(id)}</h3>
            <dl className="text-table">
              {Object.entries(fields).map(([name, value]) => (
                <div
                  key={name}
                  className="grid gap-x-3 border-hairline border-b py-1.5 last:border-b-0 sm:grid-cols-[160px_minmax(0,1fr)]"
                >
                  <dt className="text-muted">
                    {collector?.fields.find((field) => field.name === name)?.title ?? spelled(name)}
                  </dt>
                  <dd className="min-w-0">
                    <Value found={{ collector: id, field: name, inside: [], value }} onAssert={onAssert} />
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        )
      })}
    </>
  )
}

// Deeper or longer than this nobody reads it here; a JSONPath reaches it.
const DEEPEST = 5
const MOST = 30

function Value({ found, onAssert }: { found: Found; onAssert: (found: Found) => void }) {
  const { inside, value } = found
  if (typeof value !== "object" || value === null) return <Leaf found={found} onAssert={onAssert} />
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  if (entries.length === 0 || inside.length >= DEEPEST) return <Leaf found={found} onAssert={onAssert} />
  return (
    <ul className="flex flex-col gap-0.5">
      {entries.slice(0, MOST).map(([key, part]) => (
        <li key={key} className="min-w-0">
          <span className="font-mono text-muted">
            <PlainText>{typeof key === "number" ? `[${key}]` : `${key}:`}</PlainText>
          </span>{" "}
          {typeof part === "object" && part !== null ? (
            <div className="border-hairline border-l pl-3">
              <Value found={{ ...found, inside: [...inside, key], value: part }} onAssert={onAssert} />
            </div>
          ) : (
            <Value found={{ ...found, inside: [...inside, key], value: part }} onAssert={onAssert} />
          )}
        </li>
      ))}
      {entries.length > MOST && <li className="text-muted">{entries.length - MOST} more</li>}
    </ul>
  )
}

const LONGEST = 300

function Leaf({ found, onAssert }: { found: Found; onAssert: (found: Found) => void }) {
  const { field, value } = found
  const text =
    typeof value === "number" && field.endsWith("Ms")
      ? formatMs(value)
      : typeof value === "string"
        ? value || "(empty)"
        : JSON.stringify(value)
  return (
    <LinkButton
      className="max-w-full whitespace-pre-wrap break-words text-left font-mono"
      title="Make an assertion of it"
      onClick={() => onAssert(found)}
    >
      <PlainText>{text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}</PlainText>
    </LinkButton>
  )
}
