/** Loaded when somebody first reads in the guide: its pages and the search are text that a start can do without. */
export { loadGuide } from "./load-guide.ts"
export { createDocsSearch } from "./search-docs.ts"
