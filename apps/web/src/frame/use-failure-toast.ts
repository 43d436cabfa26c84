import { useToast } from "@countersign/ui"
import { useCallback } from "react"

/** Runs something that may fail and shows the server's sentence if it does. */
export function useFailureToast(): (work: () => Promise<unknown>, title?: string) => void {
  const toast = useToast()
  return useCallback(
    (work, title) => {
      work().catch((error) => toast.error(error, title))
    },
    [toast],
  )
}
