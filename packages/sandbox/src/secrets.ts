/** What stands for a secret wherever its value may not: in tests by a model, and in everything a run gives back. */
export function secretPlaceholder(name: string): string {
  return `__SECRET_${name}__`
}

/** For a run that may not see the values: every secret is its own placeholder. */
export function secretPlaceholders(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, secretPlaceholder(name)]))
}

/** Puts the placeholder in the place of every value, in texts at any depth of what a run gave back. */
export function createMask(secrets: Record<string, string>): <T>(value: T) => T {
  // Longest first: one secret may begin with another.
  const known = Object.entries(secrets)
    .filter(([name, value]) => value !== "" && value !== secretPlaceholder(name))
    .sort(([, a], [, b]) => b.length - a.length)
  const inText = (text: string) =>
    known.reduce((masked, [name, value]) => masked.replaceAll(value, () => secretPlaceholder(name)), text)
  const mask = (value: unknown): unknown => {
    if (typeof value === "string") return inText(value)
    if (Array.isArray(value)) return value.map(mask)
    if (typeof value !== "object" || value === null) return value
    // fromEntries defines, so that a key "__proto__" stays a key.
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [inText(key), mask(part)]))
  }
  return <T>(value: T) => (known.length === 0 ? value : (mask(value) as T))
}
