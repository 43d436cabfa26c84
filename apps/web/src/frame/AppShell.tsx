import { MeContext, meOptions, useLiveUpdates, useRegistry } from "@countersign/core/web"
import {
  AppFrame,
  lazyPart,
  type MissingPartProps,
  Notice,
  NotLoaded,
  TimeZoneContext,
  useToast,
} from "@countersign/ui"
import { useQuery } from "@tanstack/react-query"
import { useRouter, useRouterState } from "@tanstack/react-router"
import { Suspense, useEffect, useMemo, useState } from "react"
import { type Me, tellSessionEnded, useSessionEnded } from "../session.ts"
import { GuardedOutlet } from "./GuardedOutlet.tsx"
import { HeaderTools } from "./HeaderTools.tsx"
import { navigationFor, useFrameItems } from "./navigation.tsx"
import { useDocumentTitle, useFocusOnArrival } from "./page-arrival.ts"
import { useAppShortcuts } from "./use-app-shortcuts.ts"
import { useFollowedTheme } from "./use-followed-theme.ts"
import { type SidePanel, useSidePanel } from "./use-side-panel.ts"
import { useTabPage } from "./use-tab-page.ts"

const loadPalette = () => import("./Palette.tsx")
const SignInAgain = lazyPart(() => import("../sign-in/SignInAgain.tsx"), NotLoaded)
const Palette = lazyPart(loadPalette, NotOpened)
const Shortcuts = lazyPart(() => import("./Shortcuts.tsx"), NotOpened)

/** Around every signed-in page: who is signed in, the frame, the palette, news from the server. */
export function AppShell() {
  const { data: me } = useQuery(meOptions())
  // Nobody is signed in any more: the frame stays, for the sign-in form that covers it.
  const [shown, setShown] = useState<Me | undefined>(me?.kind === "user" ? me : undefined)
  if (me?.kind === "user" && me !== shown) setShown(me)
  useEffect(() => {
    if (me && me.kind !== "user") tellSessionEnded()
  }, [me])

  if (!shown) return null
  return (
    <MeContext value={shown}>
      <TimeZoneContext value={shown.preferences.timeZone}>
        <SignedInFrame key={shown.id} me={shown} />
      </TimeZoneContext>
    </MeContext>
  )
}

function SignedInFrame({ me }: { me: Me }) {
  const router = useRouter()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const ended = useSessionEnded()
  const [open, setOpen] = useState<"palette" | "shortcuts" | null>(null)
  const registry = useRegistry()
  const navigation = useMemo(() => navigationFor(me, registry), [me, registry])
  const items = useFrameItems(navigation, pathname)
  const { connected } = useLiveUpdates(me.id, { paused: ended, onSignedOut: tellSessionEnded })

  // Not part of the first load, but there before anybody presses Ctrl K and types on.
  useEffect(() => {
    // Told when it is opened.
    const timer = setTimeout(() => loadPalette().catch(() => {}), 1_000)
    return () => clearTimeout(timer)
  }, [])
  useFollowedTheme(me)
  useDocumentTitle()
  useFocusOnArrival(pathname)
  const side = useSidePanel(me, pathname)
  useTabPage(me, side)
  useAppShortcuts(navigation, { go: (href) => router.history.push(href), open: setOpen })

  return (
    <>
      <AppFrame
        items={items}
        header={
          <HeaderTools
            me={me}
            side={side}
            onSearch={() => setOpen("palette")}
            onShortcuts={() => setOpen("shortcuts")}
          />
        }
        banner={<ConnectionNotice connected={connected} />}
        panel={side?.open && <Panel side={side} />}
        panelLabel={side?.panel.label}
      >
        <GuardedOutlet />
      </AppFrame>
      {registry.backgrounds.map(({ id, Content }) => (
        <Suspense key={id}>
          <Content />
        </Suspense>
      ))}
      <Suspense>
        {open === "palette" && <Palette navigation={navigation} side={side} onClose={setOpen} />}
        {open === "shortcuts" && (
          <Shortcuts navigation={navigation} panel={side?.panel ?? null} onClose={() => setOpen(null)} />
        )}
        {ended && <SignInAgain email={me.email ?? ""} personId={me.id} />}
      </Suspense>
    </>
  )
}

/** In place of what would have opened over the page: a sentence, and the page as it was. */
function NotOpened({ props: { onClose } }: MissingPartProps<{ onClose: (next: null) => void }>) {
  const toast = useToast()
  useEffect(() => {
    toast.show({
      tone: "error",
      title: "It could not be loaded",
      detail: "Reload the page once you are connected.",
      action: { label: "Reload the page", onSelect: () => location.reload() },
    })
    onClose(null)
  }, [toast, onClose])
  return null
}

function Panel({ side }: { side: SidePanel }) {
  const { Content } = side.panel
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape from anything in it closes it.
    <div
      className="flex min-h-0 flex-1 flex-col"
      onKeyDown={(event) => {
        // Not from a menu or dialog of its own: those are drawn elsewhere and close themselves.
        if (event.key !== "Escape" || event.defaultPrevented || !event.currentTarget.contains(event.target as Node))
          return
        side.close()
      }}
    >
      <Suspense>
        <Content arrived={side.arrived} onClose={side.close} />
      </Suspense>
    </div>
  )
}

// A restart of the server or a change of network takes a moment and needs no alarm.
const QUIET_MS = 4_000

function ConnectionNotice({ connected }: { connected: boolean | null }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (connected !== false) return
    const timer = setTimeout(() => setLate(true), QUIET_MS)
    return () => clearTimeout(timer)
  }, [connected])
  if (!late) return null
  return (
    <Notice tone="warning" className="mx-4 mt-3 sm:mx-6">
      Countersign cannot be reached. What you see may be out of date; it is read again as soon as the connection is
      back.
    </Notice>
  )
}
