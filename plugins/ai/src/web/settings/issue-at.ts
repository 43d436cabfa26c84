import type { CallError } from "@countersign/core/web"

/** The server's sentence about one field. */
export function issueAt(error: CallError | null, path: string): string | undefined {
  return error?.body.issues?.find((issue) => issue.path === path)?.message
}

/** What went wrong beyond the fields named here. */
export function issueElsewhere(error: CallError | null, paths: readonly string[]): string | undefined {
  return error && !paths.some((path) => issueAt(error, path)) ? error.message : undefined
}
