import { ThingPicker } from "@countersign/core/web"
import { Button, Field, Select } from "@countersign/ui"
import { newSystemRow, type SystemRow } from "./check-draft.ts"

/** Its boxes, over as many lines as they take, and beside them what removes it. */
const ROW =
  "flex flex-col gap-2 border-hairline border-b pb-3 last:border-b-0 sm:flex-row sm:items-start sm:border-b-0 sm:pb-0"

interface SystemRowsProps {
  rows: readonly SystemRow[]
  onChange: (rows: SystemRow[]) => void
  most: number
}

/** For which systems it runs, and in which of their environments. */
export function SystemRows({ rows, onChange, most }: SystemRowsProps) {
  const put = (at: number, patch: Partial<SystemRow>) => onChange(rows.with(at, { ...rows[at]!, ...patch }))
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold text-prose">Systems</legend>
      <p className="text-muted text-table">
        It runs once for each environment chosen here, and tells the system how it is.
      </p>
      <ul className="mt-2 flex flex-col gap-3">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place, and every box is given its value.
          <li key={at} className={ROW}>
            <div className="flex min-w-0 flex-1 flex-wrap items-start gap-2">
              <Field
                labelHidden
                label={`System ${at + 1}`}
                path={`assignments.${at}.systemId`}
                className="w-full sm:w-64"
              >
                <ThingPicker
                  type="catalog.system"
                  label={`System ${at + 1}`}
                  placeholder="Type part of a system's name"
                  emptyText="No system matches. Add it to the catalog first."
                  value={row.system}
                  onChange={(system) => put(at, { system })}
                />
              </Field>
              <Field labelHidden label={`Where system ${at + 1} is checked`} className="w-full sm:w-52">
                <Select
                  options={[
                    { value: "all", label: "in all its environments" },
                    { value: "chosen", label: "in these environments" },
                    { value: "once", label: "once, without one" },
                  ]}
                  value={row.where}
                  onChange={(where) => put(at, { where })}
                />
              </Field>
              {row.where === "chosen" && (
                <Field
                  labelHidden
                  label={`Environments of system ${at + 1}`}
                  path={`assignments.${at}.environmentIds`}
                  className="min-w-48 flex-1"
                >
                  <ThingPicker
                    type="catalog.environment"
                    multiple
                    label={`Environments of system ${at + 1}`}
                    value={row.environments}
                    onChange={(environments) => put(at, { environments })}
                  />
                </Field>
              )}
            </div>
            <Button
              variant="quiet"
              className="shrink-0 self-end sm:self-auto"
              aria-label={`Remove system ${at + 1}`}
              onClick={() => onChange(rows.toSpliced(at, 1))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {rows.length < most && (
        <Button size="sm" className="mt-2" onClick={() => onChange([...rows, newSystemRow(null)])}>
          Add system
        </Button>
      )}
    </fieldset>
  )
}
