/** What only some plugins bring. Pages speak of it, and offer switches for it, only where one of them is installed. */
export type Feature =
  | "checks"
  | "automations"
  | "site"
  | "content"
  /** Pages that people see without signing in. */
  | "publicPages"
  /** Messages to people about what happens. */
  | "notifications"
  /** Something that reads stored secrets. */
  | "secrets"
