import { useMe } from "@countersign/core/web"
import { useCallback, useEffect, useState } from "react"

/**
 * State that survives leaving the page and reloading it. Kept in this browser under the person's id, so that
 * somebody else who signs in here does not find it.
 */
export function useDraft<Draft extends object>(
  name: string,
  initial: Draft,
): { draft: Draft; change(patch: Partial<Draft>): void; clear(): void } {
  const key = `countersign:draft:${useMe().id}:${name}`
  const [held, setHeld] = useState(() => ({ key, patch: read<Draft>(key) }))
  // Another thing's draft, after moving from page to page without unmounting.
  const patch = held.key === key ? held.patch : read<Draft>(key)

  useEffect(() => setHeld((now) => (now.key === key ? now : { key, patch: read<Draft>(key) })), [key])
  const change = useCallback(
    (changed: Partial<Draft>) =>
      setHeld((now) => {
        const next = { ...(now.key === key ? now.patch : read<Draft>(key)), ...changed }
        write(key, next)
        return { key, patch: next }
      }),
    [key],
  )
  const clear = useCallback(() => {
    write(key, null)
    setHeld({ key, patch: {} })
  }, [key])
  return { draft: { ...initial, ...patch }, change, clear }
}

function read<Draft extends object>(key: string): Partial<Draft> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "{}")
    return typeof found === "object" && found !== null ? (found as Partial<Draft>) : {}
  } catch {
    return {}
  }
}

/** A full or forbidden store only costs the draft its survival. */
function write(key: string, draft: object | null): void {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify(draft))
    else localStorage.removeItem(key)
  } catch {
    // Nothing to do: the text is still on the page.
  }
}
