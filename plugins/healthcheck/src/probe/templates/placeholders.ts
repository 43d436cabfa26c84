/** `{{ environment.x }}` and `${{ secrets.NAME }}`. Linear: neither part can match in two ways. */
const PLACEHOLDER = /(\$?)\{\{[ \t]{0,20}([A-Za-z][A-Za-z0-9_.-]{0,200})[ \t]{0,20}\}\}/g

export interface Placeholder {
  kind: "secret" | "template"
  /** `environment.x`, `NAME`. */
  name: string
}

export function hasPlaceholder(text: string): boolean {
  return text.includes("{{") && text.search(PLACEHOLDER) >= 0
}

export function placeholdersIn(text: string): Placeholder[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, dollar, name]) => read(dollar!, name!))
}

/** Null leaves it as it stands. */
export function replacePlaceholders(text: string, put: (placeholder: Placeholder) => string | null): string {
  return text.replace(PLACEHOLDER, (whole, dollar: string, name: string) => put(read(dollar, name)) ?? whole)
}

function read(dollar: string, name: string): Placeholder {
  return dollar === "$" && name.startsWith("secrets.")
    ? { kind: "secret", name: name.slice("secrets.".length) }
    : { kind: "template", name }
}
