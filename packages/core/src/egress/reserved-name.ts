/**
 * Names that mean a machine nearby wherever they are asked. They are refused before anybody looks them up: a resolver
 * that answers them with a public address would be believed otherwise.
 */
export function isReservedName(host: string): boolean {
  return !host.includes(".") || RESERVED.some((ending) => host === ending.slice(1) || host.endsWith(ending))
}

const RESERVED = [".localhost", ".internal", ".local", ".home.arpa"]

/** As lists and resolvers know it: lower case, without brackets and without the dot at its end. */
export function plainHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "")
}
