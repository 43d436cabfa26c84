import { useMe } from "@countersign/core/web"
import { useState } from "react"

/** Which conversation the panel beside the pages shows. This browser remembers it, for each person by themselves. */
export function useDockedConversation(): [id: string | null, choose: (id: string | null) => void] {
  const me = useMe()
  const [id, setId] = useState(() => localStorage.getItem(keyOf(me.id)))
  return [
    id,
    (next) => {
      if (next) dockConversation(me.id, next)
      else localStorage.removeItem(keyOf(me.id))
      setId(next)
    },
  ]
}

/** The panel shows it when it is next opened. */
export function dockConversation(personId: string, conversationId: string): void {
  localStorage.setItem(keyOf(personId), conversationId)
}

function keyOf(personId: string): string {
  return `countersign.docked-conversation.${personId}`
}
