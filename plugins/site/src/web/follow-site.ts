import { useTopic } from "@countersign/core/web"
import { SITE, siteChanged } from "../contract.ts"

const STYLES = "stylesheets"

/** Calls back when somebody changes this document or what all documents share; a long list of parts may be cut off. */
export function useSiteChanges(key: string, onChange: () => void): void {
  useTopic(siteChanged, SITE, ({ parts }) => {
    if (parts.length >= MOST_TOLD || parts.includes(key) || parts.includes(STYLES)) onChange()
  })
}

const MOST_TOLD = 20
