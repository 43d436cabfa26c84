import { useTopic } from "@countersign/core/web"
import { SITE, siteChanged } from "../contract.ts"

const SHARED = ["stylesheets", "facts"]

/** Calls back when somebody changes this document or what all documents share; with no key, whatever changes. */
export function useSiteChanges(key: string, onChange: () => void): void {
  useTopic(siteChanged, SITE, ({ parts }) => {
    if (key === "" || parts.length >= MOST_TOLD || [key, ...SHARED].some((part) => parts.includes(part))) onChange()
  })
}

/** A longer list is cut off. */
const MOST_TOLD = 20
