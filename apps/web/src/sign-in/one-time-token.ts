import { useRouterState } from "@tanstack/react-router"

/**
 * The token of a one-time link. It travels in the fragment, which browsers send to no server; a query is read too,
 * because mail programs have been seen to rewrite fragments away.
 */
export function useOneTimeToken(): string {
  const { hash, searchStr } = useRouterState({ select: (state) => state.location })
  const fragment = new URLSearchParams(hash)
  const query = new URLSearchParams(searchStr)
  return fragment.get("token") ?? fragment.get("code") ?? query.get("token") ?? query.get("code") ?? ""
}
