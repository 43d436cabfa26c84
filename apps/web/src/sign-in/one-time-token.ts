/**
 * The token of a one-time link. It travels in the fragment, which browsers send to no server; a query is read too,
 * because mail programs have been seen to rewrite fragments away.
 */
export function oneTimeToken(): string {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const query = new URLSearchParams(location.search)
  return fragment.get("token") ?? fragment.get("code") ?? query.get("token") ?? query.get("code") ?? ""
}
