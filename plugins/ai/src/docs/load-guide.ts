import { fileURLToPath } from "node:url"
import type { DocsIndex } from "./docs-index.ts"
import { guideFingerprint, indexGuide } from "./read-guide.ts"

const root = fileURLToPath(new URL("../../../../", import.meta.url))
let known: { fingerprint: string; index: DocsIndex } | undefined

/**
 * The guide of this checkout, for development and tests. The product has no guide folders: the build puts what it indexed
 * in place of this file (scripts/bundle.mjs).
 */
export function loadGuide(): DocsIndex {
  const fingerprint = guideFingerprint(root)
  if (known?.fingerprint !== fingerprint) known = { fingerprint, index: indexGuide(root) }
  return known.index
}
