import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query"
import { rulesOf } from "../contract/access.ts"
import type { AnyProcedure, InputOf, OutputOf } from "../contract/procedure.ts"
import { metaOf } from "../contract/procedure-meta.ts"
import { type CallError, call } from "./call.ts"

export interface CallOptions {
  enabled?: boolean
  /** Resources of other plugins this answer also shows: a change there reads it again too. */
  alsoShows?: readonly string[]
  /** Keep showing the previous page while the next one loads. */
  keepPrevious?: boolean
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
    meta: {
      resources: [...rulesOf(metaOf(procedure).access).map((rule) => rule.resource), ...(options.alsoShows ?? [])],
    },
  })
}

/** Changes something through a verb; lists that show its resource read again. Errors stay with the caller to show. */
export function useChange<P extends AnyProcedure>(
  procedure: P,
  options: { onDone?(output: OutputOf<P>, input: InputOf<P>): void; alsoChanges?: readonly string[] } = {},
): UseMutationResult<OutputOf<P>, CallError, InputOf<P>> {
  const client = useQueryClient()
  return useMutation<OutputOf<P>, CallError, InputOf<P>>({
    mutationFn: (input) => call(procedure, input),
    async onSuccess(output, input) {
      const own = rulesOf(metaOf(procedure).access).map((rule) => rule.resource)
      await refresh(client, [...own, ...(options.alsoChanges ?? [])])
      options.onDone?.(output, input)
    },
  })
}

/** Reads again whatever shows one of these resources. */
export function refresh(client: QueryClient, resources: readonly string[]): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ meta }) => ((meta?.resources ?? []) as readonly string[]).some((shown) => resources.includes(shown)),
  })
}
