import { createContext, use, useRef, useSyncExternalStore } from "react"
import type { EditorState, EditorStore } from "./editor-store.ts"

export const EditorContext = createContext<EditorStore | null>(null)

export function useStore(): EditorStore {
  const store = use(EditorContext)
  if (!store) throw new Error("This part of the editor stands outside of it: put it inside of EditorContext.")
  return store
}

/** A part of the editor's state: the component is drawn again when it is another one. */
export function useEditor<T>(select: (state: EditorState) => T): T {
  const store = useStore()
  const chosen = useRef<{ state: EditorState; value: T } | null>(null)
  return useSyncExternalStore(store.subscribe, () => {
    const state = store.get()
    if (chosen.current?.state !== state) chosen.current = { state, value: select(state) }
    return chosen.current.value
  })
}
