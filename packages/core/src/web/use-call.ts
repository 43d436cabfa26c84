import {
  keepPreviousData,
  type Query,
  type QueryClient,
  queryOptions,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query"
import type { AnyProcedure, InputOf, OutputOf } from "../contract/procedure.ts"
import { metaOf } from "../contract/procedure-meta.ts"
import { type CallError, call, callAndNote } from "./call.ts"
import { elapsedMs } from "./elapsed.ts"
import { freshnessOf } from "./live/freshness.ts"
import { isShown, ownResources, type Shown, shownBy } from "./live/shown.ts"

export interface CallOptions {
  enabled?: boolean
  /** Resources of other plugins this answer also shows: a change there reads it again too. */
  alsoShows?: readonly string[]
  /** Keep showing the previous page while the next one loads. */
  keepPrevious?: boolean
  /** What the server was built with, and nobody changes while it runs: read once, whatever is told of the verb's resource. */
  builtIn?: boolean
}

/** Reads a verb. It is read again when anybody, in any tab or on any pod, changes a resource it shows. */
export function useCall<P extends AnyProcedure>(
  procedure: P,
  input: InputOf<P>,
  options: CallOptions = {},
): UseQueryResult<OutputOf<P>, CallError> {
  return useQuery({
    ...callOptions(procedure, input, options),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  }) as UseQueryResult<OutputOf<P>, CallError>
}

/** For prefetching on hover and in route loaders. */
export function callOptions<P extends AnyProcedure>(procedure: P, input: InputOf<P>, options: CallOptions = {}) {
  return queryOptions<OutputOf<P>, CallError>({
    queryKey: ["call", metaOf(procedure).id, input],
    queryFn: ({ signal }) => call(procedure, input, { signal }),
    meta: (options.builtIn ? NOTHING : shownBy(procedure, input, options.alsoShows)) satisfies Shown,
    ...(options.builtIn && { staleTime: Number.POSITIVE_INFINITY }),
  })
}

const NOTHING: Shown = { resources: [] }

/** Changes something through a verb; lists that show its resource read again. Errors stay with the caller to show. */
export function useChange<P extends AnyProcedure>(
  procedure: P,
  options: { onDone?(output: OutputOf<P>, input: InputOf<P>): void; alsoChanges?: readonly string[] } = {},
): UseMutationResult<OutputOf<P>, CallError, InputOf<P>> {
  const client = useQueryClient()
  return useMutation<OutputOf<P>, CallError, InputOf<P>>({
    async mutationFn(input) {
      const { output, since } = await callAndNote(procedure, input)
      await refresh(client, [...ownResources(procedure), ...(options.alsoChanges ?? [])], since)
      return output
    },
    onSuccess: (output, input) => options.onDone?.(output, input),
  })
}

/** Reads again, at once, whatever shows one of these resources and was not read `since` then; now, if nothing is said. */
export function refresh(client: QueryClient, resources: readonly string[], since = elapsedMs()): Promise<void> {
  const shows = (query: Query) => resources.some((resource) => isShown(query, { resource }))
  return freshnessOf(client).demand(shows, since, "at once")
}
