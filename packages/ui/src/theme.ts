import { useCallback, useSyncExternalStore } from "react"

export type Theme = "light" | "dark" | "system"

/** Shared with theme-boot.js, which reads it before the first paint. */
const THEME_KEY = "countersign-theme"

/** The chosen theme, kept in this browser and followed by all its tabs. */
export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  const theme = useSyncExternalStore(subscribe, storedTheme, () => "system" as const)
  const setTheme = useCallback((next: Theme) => {
    try {
      localStorage.setItem(THEME_KEY, next)
    } catch {
      // Storage can be forbidden; the theme then lasts as long as the page.
    }
    applyTheme(next)
    for (const listener of listeners) listener()
  }, [])
  return { theme, setTheme }
}

export function applyTheme(theme: Theme = storedTheme()): void {
  document.documentElement.dataset.theme = theme
}

function storedTheme(): Theme {
  let stored: string | null = null
  try {
    stored = localStorage.getItem(THEME_KEY)
  } catch {
    stored = document.documentElement.dataset.theme ?? null
  }
  return stored === "light" || stored === "dark" ? stored : "system"
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener("storage", handleStorage)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener("storage", handleStorage)
  }
}

function handleStorage(event: StorageEvent) {
  if (event.key !== THEME_KEY) return
  applyTheme()
  for (const listener of listeners) listener()
}
