import { ProbeError } from "../probe-error.ts"

export interface Secret {
  value: string
  /** Where it may go: `api.example.com`, `*.example.com`. None: nowhere. */
  hosts: readonly string[]
}

/** The secrets one run of a check uses, and where they may go. */
export interface Secrets {
  /** Throws when one of these (all that the check names, unless told) may not go to the host. */
  demand(host: string, carried?: readonly string[]): void
  usedIn(path: string): readonly string[]
  readonly values: Readonly<Record<string, string>>
}

export const NO_SECRETS: Secrets = { demand: () => {}, usedIn: () => [], values: {} }

/** @param used secret names by the path of the field they stand in: `headers.0.value`. */
export function usedSecrets(
  used: ReadonlyMap<string, readonly string[]>,
  known: Readonly<Record<string, Secret>>,
): Secrets {
  const all = [...new Set([...used.values()].flat())]
  return {
    values: Object.fromEntries(all.map((name) => [name, known[name]!.value])),
    usedIn: (path) => [
      ...new Set([...used].filter(([at]) => at === path || at.startsWith(`${path}.`)).flatMap(([, names]) => names)),
    ],
    demand(host, carried = all) {
      for (const name of carried) if (!mayGo(known[name]!, host)) throw elsewhere(name, host)
    },
  }
}

export function mayGo({ hosts }: Pick<Secret, "hosts">, host: string): boolean {
  const plain = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "")
  return hosts.some((pattern) => {
    const wanted = pattern.trim().toLowerCase()
    return wanted.startsWith("*.")
      ? plain.endsWith(wanted.slice(1)) && plain.length > wanted.length - 1
      : plain === wanted
  })
}

function elsewhere(name: string, host: string): ProbeError {
  return new ProbeError(
    "secret-elsewhere",
    `The secret ${name} may not go to ${host}. Whoever set it can add the host to where it may go, or the check names another secret.`,
  )
}

/** Puts `__SECRET_<NAME>__` where a value stands, also as it is written in addresses and inside base64, such as `user:value`. */
export function maskOf(values: Readonly<Record<string, string>>): (text: string) => string {
  const spellings = Object.entries(values).flatMap(([name, value]) =>
    value === "" ? [] : [value, encodeURIComponent(value), ...insideBase64(value)].map((text) => ({ text, name })),
  )
  // Longest first: one secret may begin with another.
  spellings.sort((a, b) => b.text.length - a.text.length)
  return (text) =>
    spellings.reduce((masked, { text: value, name }) => masked.replaceAll(value, () => `__SECRET_${name}__`), text)
}

/** Three bytes become four characters, so what stands before a value shifts it: its inner part at each of three places. */
function insideBase64(value: string): string[] {
  const bytes = Buffer.from(value)
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .replace(/=+$/, "")
    const [first, last] = [
      before === 0 ? 0 : before + 1,
      (before + bytes.length) % 3 === 0 ? text.length : text.length - 1,
    ]
    // Shorter pieces would be found in what has nothing to do with it.
    return last - first >= 6 ? [text.slice(first, last)] : []
  })
}

/** The same at any depth. */
export function maskDeep(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === "string") return mask(value)
  if (Array.isArray(value)) return value.map((part) => maskDeep(part, mask))
  if (typeof value !== "object" || value === null) return value
  // fromEntries defines, so that a key "__proto__" stays a key.
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [mask(key), maskDeep(part, mask)]))
}
