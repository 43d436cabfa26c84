import { quoteName } from "@countersign/core/contract"
/** Names what changes as people know it, and as they will know it if it gets another name. */
export function changeSummary(noun: string, name: string, draft: { name?: string | undefined }): string {
  const change = `Change the ${noun} ${quoteName(name)}`
  return draft.name === undefined || draft.name === name ? change : `${change} and call it ${quoteName(draft.name)}`
}
