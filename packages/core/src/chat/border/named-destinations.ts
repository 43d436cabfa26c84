/**
 * Hosts that stand in what a person wrote, as `isNamed` compares them. Give it the operator's own words and nothing
 * else: what a tool, a memory or a summary says was never named by anyone. What the URL parser takes for the host counts.
 */
export function namedDestinations(texts: readonly string[]): string[] {
  const hosts = new Set<string>()
  for (const text of texts) {
    for (const [chunk] of text.matchAll(/\S+/g)) {
      // A longer one is pasted data, and no address that a person names.
      if (chunk.length > LONGEST_ADDRESS) continue
      for (const host of chunk.includes("://") ? addressesIn(chunk) : bareHostsIn(chunk)) hosts.add(host)
    }
  }
  return [...hosts]
}

const LONGEST_ADDRESS = 4_000

const OPENING = "（【《「"
// Letters beyond Latin stand in strings on the server: see scripts/bundle.mjs.
const ENDING = "，。；！？、）】》」"
/** Where an address ends in running text; brackets and quotes around it are not its own. */
const ADDRESS = new RegExp(`https?://(?:\\[[\\da-f:.]+\\])?[^<>"'\`()[\\]{}|^${ENDING}]*`, "gi")
const BETWEEN = new RegExp(`[<>"'\`()[\\]{}|,;${OPENING}${ENDING}]+`)

function addressesIn(chunk: string): string[] {
  return [...chunk.matchAll(ADDRESS)].flatMap((match) => {
    // `https://good.com"@evil.com/` reads one way to people and another to parsers: it names neither.
    if (chunk.slice(match.index + match[0].length).includes("@")) return []
    return hostOf(withoutEnd(match[0], ".,;:!?*_~"))
  })
}

/** Without these signs at its end. An expression would begin anew at each of them. */
function withoutEnd(text: string, signs: string): string {
  let end = text.length
  while (end > 0 && signs.includes(text[end - 1]!)) end--
  return text.slice(0, end)
}

/** `status.example.com`, `status.example.com:8443/path`, `192.0.2.7`. An e-mail address names no host. */
function bareHostsIn(chunk: string): string[] {
  if (chunk.includes("@")) return []
  const hosts: string[] = []
  for (const piece of chunk.split(BETWEEN)) {
    const bare = withoutEnd(piece.replace(/^[*_~]+/, ""), ".:!?*_~")
    const host = BARE_HOST.exec(bare)?.groups
    if (host && !FILE_ENDINGS.has(host.last?.toLowerCase() ?? "")) {
      // Either usual port, whichever scheme was meant.
      hosts.push(...hostOf(`https://${host.name}${host.port === ":80" ? "" : (host.port ?? "")}`))
    }
    // The rest belongs to its path.
    if (bare.includes("/")) break
  }
  return hosts
}

const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?`
const BARE_HOST = new RegExp(
  String.raw`^(?<name>(?:${LABEL}\.){1,10}(?<last>\p{L}[\p{L}\p{M}]{1,62}|xn--[a-z0-9-]{1,59})|(?:\d{1,3}\.){3}\d{1,3})(?<port>:\d{1,5})?(?:[/?#].*)?$`,
  "iu",
)

/** Names of files that somebody could register as hosts; who means the host writes its address. */
const FILE_ENDINGS = new Set(["cc", "md", "mk", "mov", "pl", "ps", "py", "rs", "sh", "so", "tf", "zip"])

function hostOf(address: string): string[] {
  if (!URL.canParse(address)) return []
  const { hostname, port } = new URL(address)
  const name = withoutEnd(hostname.toLowerCase(), ".")
  // The parser lets signs pass that no name has.
  if (!/^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])$/.test(name)) return []
  return [port === "" ? name : `${name}:${port}`]
}
