import type { ChatScope, PageSnapshot } from "@countersign/core/contract"
import { CallError, CONVERSATIONS, pageSnapshot, useCall, useRegistry, type WebPanelProps } from "@countersign/core/web"
import { Button, IconButton, useRenderLink } from "@countersign/ui"
import { useRouter, useRouterState } from "@tanstack/react-router"
import { Maximize2, SquarePen, X } from "lucide-react"
import { useCallback, useState } from "react"
import { aiContract } from "../../contract.ts"
import { AboutChip } from "./AboutChip.tsx"
import { ConversationPane } from "./ConversationPane.tsx"
import { useDockedConversation } from "./docked-conversation.ts"
import { NewConversationPane } from "./NewConversationPane.tsx"

/** The assistant beside whatever page is open, which it is told about. */
export default function DockedAssistant({ arrived, onClose }: WebPanelProps) {
  const [kept, choose] = useDockedConversation()
  const read = useCall(
    aiContract.getConversation,
    { id: kept ?? "" },
    { enabled: kept !== null, alsoShows: CONVERSATIONS },
  )
  // Deleted meanwhile, or put away: then a new one begins.
  const gone = read.error instanceof CallError && read.error.body.code === "not_found"
  const id = gone || read.data?.conversation.archivedAt ? null : kept
  const { about, dismiss, snapshot } = useAbout()
  const scope = useScopeHere()
  const begunElsewhere = id !== null && read.data && read.data.conversation.scope !== scope
  return (
    <>
      <header className="flex h-11 shrink-0 items-center gap-1 border-hairline border-b bg-surface pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate font-semibold text-prose">
          {(id && read.data?.conversation.title) || "Assistant"}
        </h2>
        <IconButton size="sm" label="New conversation" icon={<SquarePen />} onClick={() => choose(null)} />
        <FullPage href={id ? `/assistant/${id}` : "/assistant"} />
        <IconButton size="sm" label="Close the assistant" shortcut="Mod-j" icon={<X />} onClick={onClose} />
      </header>
      {begunElsewhere && (
        <p className="flex shrink-0 flex-wrap items-center gap-x-2 border-hairline border-b bg-surface py-1 pr-2 pl-4 text-muted text-table">
          {scope === "site"
            ? "This conversation cannot change the site."
            : "This conversation is about the site and can change it."}
          <Button size="sm" variant="quiet" onClick={() => choose(null)}>
            Begin one for this page
          </Button>
        </p>
      )}
      {about && <AboutChip thing={about} onDismiss={dismiss} />}
      <div className="min-h-0 flex-1">
        {id ? (
          <ConversationPane key={id} conversationId={id} snapshot={snapshot} autoFocus={arrived} />
        ) : (
          <NewConversationPane key={scope} scope={scope} snapshot={snapshot} autoFocus={arrived} onStarted={choose} />
        )}
      </div>
    </>
  )
}

/** A conversation that begins beside a page of the site is offered its tools. */
function useScopeHere(): ChatScope {
  const { navigation } = useRegistry()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const isOfSite = navigation.some(
    ({ workspace, path }) => workspace === "site" && (pathname === path || pathname.startsWith(`${path}/`)),
  )
  return isOfSite ? "site" : "operate"
}

function FullPage({ href }: { href: string }) {
  const renderLink = useRenderLink()
  return renderLink({
    href,
    className:
      "inline-flex size-6 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink pointer-coarse:size-9",
    children: (
      <>
        <Maximize2 aria-hidden className="size-4" />
        <span className="sr-only">Open at full size</span>
      </>
    ),
  })
}

/**
 * What the assistant is told of with each message: the place, the thing and what the page tells by itself, never what is written there. A thing that was
 * dismissed is not told of until another page was looked at.
 */
function useAbout() {
  const router = useRouter()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const [dismissed, setDismissed] = useState<string | null>(null)
  const { thingAt } = useRegistry()
  const thing = thingAt(pathname)
  const about = dismissed === pathname ? undefined : thing
  const snapshot = useCallback(async (): Promise<PageSnapshot | undefined> => {
    const path = router.state.location.pathname
    return path === dismissed ? undefined : pageSnapshot({ thingAt }, path)
  }, [router, thingAt, dismissed])
  return { about, dismiss: () => setDismissed(pathname), snapshot }
}
