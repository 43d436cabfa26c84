/** RFC 8785: the same value has one text, whatever the order its keys arrived in. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null"
  if ("toJSON" in value && typeof value.toJSON === "function") return canonicalJson(value.toJSON())
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    // By UTF-16 code units, as the standard asks; localeCompare would not.
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(",")}}`
}
