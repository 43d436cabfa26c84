import { call, meOptions } from "@countersign/core/web"
import type { QueryClient } from "@tanstack/react-query"
import { useSyncExternalStore } from "react"
import { signOut as endSession } from "./session-verbs.ts"

export type Me = Awaited<ReturnType<typeof readMe>>

/** Who is signed in, from the cache when it was read before. */
export function readMe(client: QueryClient) {
  return client.ensureQueryData(meOptions())
}

/**
 * The session ended under an open page: it expired, or somebody ended it elsewhere. The page stays as it is behind a
 * sign-in form, so that what was typed into it is not lost.
 */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribe, () => ended)
}

export function tellSessionEnded(): void {
  setEnded(true)
}

/** After signing in: other tabs that wait behind a sign-in form go on too. */
export async function enter(client: QueryClient): Promise<void> {
  await client.fetchQuery({ ...meOptions(), staleTime: 0 })
  setEnded(false)
  tabs?.postMessage("signed-in" satisfies TabNews)
  void client.invalidateQueries()
}

/** Ends the session in every tab. The page is loaded anew, so that nothing of what was shown stays in memory. */
export async function signOut(): Promise<void> {
  await call(endSession, {})
  leaveAllTabs()
}

export function leaveAllTabs(): void {
  tabs?.postMessage("signed-out" satisfies TabNews)
  location.assign("/sign-in")
}

/** Follows what other tabs of this browser do. */
export function followOtherTabs(client: QueryClient): void {
  tabs?.addEventListener("message", ({ data }: MessageEvent<TabNews>) => {
    if (data === "signed-out") {
      const isPublic = PUBLIC_PAGES.some((page) => location.pathname === page)
      if (!isPublic) location.assign(signInAddress(location))
      return
    }
    void client.fetchQuery({ ...meOptions(), staleTime: 0 }).then(({ kind }) => {
      if (kind === "user") setEnded(false)
      void client.invalidateQueries()
    })
  })
}

export const PUBLIC_PAGES = [
  "/sign-in",
  "/set-up",
  "/forgot-password",
  "/reset-password",
  "/confirm-email",
  "/invitation",
] as const

/** The sign-in page that leads back to `place`. */
export function signInAddress(place: { pathname: string; search: string; hash?: string }): string {
  const back = `${place.pathname}${place.search}${place.hash ?? ""}`
  return back === "/" ? "/sign-in" : `/sign-in?return=${encodeURIComponent(back)}`
}

/** Only an address of ours: whoever crafts a link must not decide where people land with a fresh session. */
export function safeReturn(address: unknown): string {
  if (typeof address !== "string") return "/"
  try {
    const url = new URL(address, location.origin)
    if (url.origin !== location.origin || (PUBLIC_PAGES as readonly string[]).includes(url.pathname)) return "/"
    return `${url.pathname}${url.search}${url.hash}`
  } catch {
    return "/"
  }
}

type TabNews = "signed-in" | "signed-out"

const tabs = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("countersign-session")
const listeners = new Set<() => void>()
let ended = false

function setEnded(next: boolean): void {
  if (ended === next) return
  ended = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
