import { useSyncExternalStore } from "react"

const KEY = "countersign.tell-me-of-proposals"

/** Whether this browser raises notices, whether the person asked it to, and what stands in the way. */
export type NoticeState = "on" | "off" | "blocked" | "unsupported"

/** The switch of this browser, on every page and in every tab of it. */
export function useNoticeState(): NoticeState {
  return useSyncExternalStore(subscribe, readState)
}

/** Asks for permission; call it from a click only, or browsers refuse. */
export async function switchNoticesOn(): Promise<NoticeState> {
  if (!("Notification" in window)) return "unsupported"
  if ((await Notification.requestPermission()) === "granted") {
    localStorage.setItem(KEY, "on")
    const shown = raiseNotice({
      tag: "first",
      title: "Countersign tells you here",
      body: "When a proposal waits for you.",
    })
    if (!shown) localStorage.setItem(KEY, "unsupported")
  }
  tell()
  return readState()
}

export function switchNoticesOff(): void {
  localStorage.removeItem(KEY)
  tell()
}

/** False where the browser has notices only for installed apps, as on Android. One tag is one notice in all tabs. */
export function raiseNotice(notice: { tag: string; title: string; body: string; onOpen?: () => void }): boolean {
  try {
    const raised = new Notification(notice.title, { body: notice.body, tag: notice.tag, icon: "/icon.svg" })
    raised.onclick = () => {
      window.focus()
      notice.onOpen?.()
      raised.close()
    }
    return true
  } catch {
    return false
  }
}

function readState(): NoticeState {
  if (!("Notification" in window)) return "unsupported"
  const wanted = localStorage.getItem(KEY)
  if (wanted === "unsupported") return "unsupported"
  if (Notification.permission === "denied") return "blocked"
  return wanted === "on" && Notification.permission === "granted" ? "on" : "off"
}

const listeners = new Set<() => void>()

function tell(): void {
  for (const each of listeners) each()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener("storage", listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener("storage", listener)
  }
}
