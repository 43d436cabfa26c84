/** Names as people list them: `A`, `A and B`, `A, B and C`, `A, B, C and 4 more`. */
export function listed(all: readonly string[], most = 8): string {
  const shown = all.length > most ? [...all.slice(0, most), `${all.length - most} more`] : all
  if (shown.length <= 1) return shown[0] ?? ""
  return `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`
}
