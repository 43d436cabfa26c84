/** How the guide's folders are called on the page, in their order of reading. */
export const SECTION_TITLES: Readonly<Record<string, string>> = {
  start: "Getting started",
  operate: "Operate",
  settings: "Settings and people",
  run: "Running Countersign",
  develop: "API and plugins",
}
