/** Each once, and IPv6 in the one spelling that addresses of requests have. */
export function asCompared(hosts: readonly string[]): string[] {
  return [
    ...new Set(hosts.map((host) => (host.includes(":") ? new URL(`http://[${host}]`).hostname.slice(1, -1) : host))),
  ]
}
