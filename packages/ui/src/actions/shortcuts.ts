import { useEffect, useRef } from "react"

export type ShortcutMap = Record<string, (event: KeyboardEvent) => void>

export type UseShortcutsOptions = { enabled?: boolean }

/**
 * `useShortcuts({ "g c": openCatalog, "/": focusSearch, "Mod-k": openPalette })`
 *
 * Plain keys are ignored while someone types or a dialog is open; those with Mod (Cmd on a Mac, else Ctrl)
 * always work. Of two components that want the same keys, the one mounted last gets them.
 */
export function useShortcuts(map: ShortcutMap, { enabled = true }: UseShortcutsOptions = {}): void {
  const current = useRef(map)
  current.current = map
  useEffect(() => {
    if (!enabled) return
    return register(current)
  }, [enabled])
}

/** The shortcut a key press stands for: "k", "Mod-k", "Mod-Shift-p", "?", "Escape". */
function shortcutOf(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): string {
  const mod = isMac() ? event.metaKey : event.ctrlKey
  const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const parts: string[] = []
  if (mod) parts.push("Mod")
  if (event.altKey) parts.push("Alt")
  // For signs such as "?" Shift is already in the key.
  if (event.shiftKey && (event.key.length > 1 || /\p{L}/u.test(event.key))) parts.push("Shift")
  return [...parts, letter].join("-")
}

type Registered = { current: ShortcutMap }

const SEQUENCE_MS = 1_200
const registered: Registered[] = []
let pending = ""
let pendingSince = 0

function register(map: Registered): () => void {
  registered.push(map)
  if (registered.length === 1) document.addEventListener("keydown", handleKeyDown)
  return () => {
    registered.splice(registered.indexOf(map), 1)
    if (registered.length === 0) document.removeEventListener("keydown", handleKeyDown)
  }
}

function handleKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || MODIFIERS.has(event.key)) return
  const key = shortcutOf(event)
  const withMod = key.startsWith("Mod-")
  if (!withMod && (isTyping(event.target, key) || event.ctrlKey || event.metaKey || dialogIsOpen())) return

  const sequence = pending && Date.now() - pendingSince < SEQUENCE_MS ? `${pending} ${key}` : ""
  pending = ""
  const handler = (sequence && find(sequence)) || find(key)
  if (handler) {
    event.preventDefault()
    handler(event)
  } else if (!withMod && startsSequence(key)) {
    pending = key
    pendingSince = Date.now()
  }
}

function find(keys: string): ((event: KeyboardEvent) => void) | undefined {
  for (let index = registered.length - 1; index >= 0; index--) {
    const handler = registered[index]?.current[keys]
    if (handler) return handler
  }
  return undefined
}

function startsSequence(key: string): boolean {
  return registered.some((map) => Object.keys(map.current).some((keys) => keys.startsWith(`${key} `)))
}

function isTyping(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest("[role=menu], [role=listbox]")) return true
  // What has keys of its own is where somebody looks for their map.
  if (key !== "?" && target.closest("[data-own-keys]")) return true
  if (target instanceof HTMLInputElement) return !KEYLESS_INPUTS.has(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

function dialogIsOpen(): boolean {
  return document.querySelector("[role=dialog][data-state=open], [role=alertdialog][data-state=open]") !== null
}

function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent)
}

const MODIFIERS = new Set(["Control", "Meta", "Shift", "Alt"])
const KEYLESS_INPUTS = new Set(["checkbox", "radio", "button", "submit", "reset", "range", "color", "file"])
