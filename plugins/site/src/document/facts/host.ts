/** A browser takes "a;b" for a host as well, but a policy of what a page may load would end there and go on as it says. */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/

/** Why something is no host that a page may load from; null where it is one. */
export function hostProblem(host: string): string | null {
  if (host.length <= 255 && HOST.test(host) && URL.parse(`https://${host}/`)?.host === host) return null
  return `"${host.slice(0, 60)}" is not a host. Write it as in an address, such as fonts.example.com.`
}
