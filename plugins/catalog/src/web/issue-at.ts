import type { CallError } from "@countersign/core/web"

/** The server's sentence about one field, e.g. `links.0.url`; `tags` also hears of `tags.3`. */
export function issueAt(error: CallError | null, path: string): string | undefined {
  const issues = error?.body.issues ?? []
  const exact = issues.find((issue) => issue.path === path)
  const isRow = path.includes(".")
  return (
    exact ?? (isRow ? undefined : issues.find((issue) => issue.path.startsWith(`${path}.`) && !ROWS.test(issue.path)))
  )?.message
}

// These say it at the row.
const ROWS = /^(?:contacts|links|metadata)\./
