import type { Site } from "../../../document.ts"
import type { Ran } from "../run/runner.ts"
import { moveTo } from "./addresses.ts"
import { findPage } from "./find-page.ts"

export function renamePage(
  site: Site,
  { pageId, title, slug }: { pageId: string; title: string; slug?: string | undefined },
): Ran<object> {
  const page = findPage(site, pageId)
  const moved = slug === undefined ? { commands: [], warnings: [] } : moveTo(site, pageId, slug)
  return {
    commands: [
      ...(title === page.title ? [] : [{ type: "document.set" as const, document: page.ref, title }]),
      ...moved.commands,
    ],
    data: {},
    warnings: moved.warnings,
  }
}
