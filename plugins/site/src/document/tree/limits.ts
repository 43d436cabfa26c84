/** What one document may hold. Each has its sentence where it is refused. */
export const LIMITS = {
  nodes: 100_000,
  /** Browsers stop nesting at 512 and move what is deeper; a document that went further would not come back as it was. */
  depth: 500,
  attributes: 500,
  classes: 10_000,
  /** Of one text, one attribute, one inline style. */
  text: 1_000_000,
  label: 200,
  title: 500,
  description: 1_000,
  /** Of a page, and of a redirect; the path of a script. */
  address: 200,
  /** Where a redirect may lead. */
  link: 2_000,
  redirects: 5_000,
  hosts: 100,
  breakpoints: 12,
  /** Of a family. */
  tokens: 500,
  scripts: 200,
} as const

/** Of what is imported or pasted at once. */
export const IMPORT_LIMITS = { htmlBytes: 8 * 1024 * 1024 } as const
