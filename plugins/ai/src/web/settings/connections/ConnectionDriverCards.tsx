import { Badge } from "@countersign/ui"
import { useId } from "react"
import type { DriverEntry } from "../../../contract.ts"

/** Which kind of provider to connect: all in sight, each with a sentence. */
export function ConnectionDriverCards(props: {
  drivers: readonly DriverEntry[]
  value: string | undefined
  onChange: (driver: string) => void
}) {
  const { drivers, value, onChange } = props
  const name = useId()
  return (
    <fieldset className="min-w-0 max-w-5xl">
      <legend className="mb-2 font-semibold text-prose">Provider</legend>
      <div className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
        {drivers.map((driver) => (
          <label
            key={driver.id}
            className="flex items-start gap-2.5 rounded-md border border-line bg-surface px-3 py-2.5 hover:border-control hover:bg-hover has-checked:border-accent has-checked:bg-selected has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              value={driver.id}
              checked={driver.id === value}
              aria-labelledby={`${name}-${driver.id}`}
              aria-describedby={`${name}-${driver.id}-about`}
              onChange={() => onChange(driver.id)}
              className="mt-0.5 size-4 shrink-0 appearance-none rounded-full border border-control bg-surface outline-none checked:border-[5px] checked:border-accent checked:bg-on-accent"
            />
            <span className="min-w-0">
              <span id={`${name}-${driver.id}`} className="flex flex-wrap items-center gap-x-2 font-medium">
                {driver.label}
                {driver.rehearsal && <Badge tone="degraded">No AI</Badge>}
              </span>
              <span id={`${name}-${driver.id}-about`} className="block text-muted">
                {driver.summary}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
