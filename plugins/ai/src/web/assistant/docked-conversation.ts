import { useMe } from "@countersign/core/web"
import { useState } from "react"

/** Which conversation the panel beside the pages shows. This browser remembers it, for each person by themselves. */
export function useDockedConversation(): [id: string | null, choose: (id: string | null) => void] {
  const me = useMe()
  const key = `countersign.docked-conversation.${me.id}`
  const [id, setId] = useState(() => localStorage.getItem(key))
  return [
    id,
    (next) => {
      if (next) localStorage.setItem(key, next)
      else localStorage.removeItem(key)
      setId(next)
    },
  ]
}
