import { use, useCallback, useEffect, useState } from "react"
import { MeContext } from "../me.ts"

/** What was typed, and the record that it was typed over. */
export interface Draft<Values extends object, Base> {
  typed: Partial<Values>
  /** Null: nothing was typed yet, so the record as last read counts. */
  began: { base: Base } | null
}

/**
 * A draft that, given a name, survives leaving the page and reloading it. Kept in this browser under the person's id, so
 * that somebody else who signs in here does not find it.
 */
export function useKeptDraft<Values extends object, Base>(
  name: string | undefined,
): [Draft<Values, Base>, (next: (now: Draft<Values, Base>) => Draft<Values, Base>) => void] {
  const me = use(MeContext)
  const key = name === undefined ? null : `countersign:draft:${me?.id ?? ""}:${name}`
  const [held, setHeld] = useState(() => ({ key, draft: read<Values, Base>(key) }))
  // Another thing's draft, after moving from page to page without unmounting.
  const draft = held.key === key ? held.draft : read<Values, Base>(key)

  useEffect(() => setHeld((now) => (now.key === key ? now : { key, draft: read(key) })), [key])
  const change = useCallback(
    (next: (now: Draft<Values, Base>) => Draft<Values, Base>) =>
      setHeld((now) => {
        const changed = next(now.key === key ? now.draft : read(key))
        write(key, changed)
        return { key, draft: changed }
      }),
    [key],
  )
  return [draft, change]
}

function read<Values extends object, Base>(key: string | null): Draft<Values, Base> {
  const nothing: Draft<Values, Base> = { typed: {}, began: null }
  if (key === null) return nothing
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "null") as Partial<Draft<Values, Base>> | null
    return typeof found?.typed === "object" ? { ...nothing, ...found } : nothing
  } catch {
    return nothing
  }
}

/** A full or forbidden store only costs the draft its survival. */
function write<Values extends object, Base>(key: string | null, draft: Draft<Values, Base>): void {
  if (key === null) return
  try {
    if (Object.keys(draft.typed).length > 0) localStorage.setItem(key, JSON.stringify(draft))
    else localStorage.removeItem(key)
  } catch {
    // Nothing to do: the text is still on the page.
  }
}
