/** JSON over lines; anything else as it is. */
export function prettyJson(source: string): string {
  try {
    return JSON.stringify(JSON.parse(source), null, 2)
  } catch {
    return source
  }
}
