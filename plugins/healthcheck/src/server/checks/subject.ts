/**
 * What a check looks at, in a few words: an address, a host with its port, a name. Without the query of an address, where
 * people put what others should not read.
 */
export function subjectOf(config: Readonly<Record<string, unknown>>, title: string): string {
  const { url, host, port, name, steps } = config
  const address = addressOf(url) ?? addressOf((steps as { url?: unknown }[] | undefined)?.[0]?.url)
  if (address) return clipped(address)
  if (typeof host === "string") return clipped(typeof port === "number" ? `${host}:${port}` : host)
  return typeof name === "string" ? clipped(name) : title
}

function addressOf(url: unknown): string | null {
  if (typeof url !== "string") return null
  // One with a template in it is no address yet.
  const [bare = ""] = url.split(/[?#]/, 1)
  return bare
}

function clipped(text: string): string {
  return text.length > 200 ? `${text.slice(0, 197).toWellFormed()}...` : text
}
