import { StatusMark, type StatusMarkProps } from "@countersign/ui"
import type { Status, StatusCounts } from "../contract.ts"

export const STATUS_OPTIONS = [
  { value: "unhealthy", label: "Unhealthy" },
  { value: "degraded", label: "Degraded" },
  { value: "maintenance", label: "Maintenance" },
  { value: "unknown", label: "Unknown" },
  { value: "healthy", label: "Healthy" },
  { value: "notReported", label: "Not reported" },
] as const

type StatusFilter = (typeof STATUS_OPTIONS)[number]["value"]

/** A system's status in words and shape. Nobody reported: say that, and nothing about health. */
export function SystemStatus({
  status,
  ...rest
}: { status: Status | null } & Omit<StatusMarkProps, "status" | "label">) {
  return <StatusMark status={status ?? "unreported"} {...rest} />
}

export function toStatusFilter(value: string | undefined): [StatusFilter] | undefined {
  const known = STATUS_OPTIONS.find((option) => option.value === value)
  return known && [known.value]
}

/** `2 unhealthy, 1 degraded, 12 healthy`: only what there is, the worst first. */
export function countsInWords(counts: StatusCounts): string {
  return STATUS_OPTIONS.filter(({ value }) => counts[value] > 0)
    .map(({ value, label }) => `${counts[value]} ${label.toLowerCase()}`)
    .join(", ")
}
