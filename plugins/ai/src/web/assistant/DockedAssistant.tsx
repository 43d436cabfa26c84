import type { PageSnapshot } from "@countersign/core/contract"
import { CallError, CONVERSATIONS, thingAt, useCall, type WebPanelProps } from "@countersign/core/web"
import { IconButton, useRenderLink } from "@countersign/ui"
import { useRouter } from "@tanstack/react-router"
import { Maximize2, SquarePen, X } from "lucide-react"
import { useCallback } from "react"
import { aiContract } from "../../contract.ts"
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
  const snapshot = useSnapshot()
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
      <div className="min-h-0 flex-1">
        {id ? (
          <ConversationPane key={id} conversationId={id} scope="operate" snapshot={snapshot} autoFocus={arrived} />
        ) : (
          <NewConversationPane scope="operate" snapshot={snapshot} autoFocus={arrived} onStarted={choose} />
        )}
      </div>
    </>
  )
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

/** Where the person is: the place and the thing, never what is written there. */
function useSnapshot(): () => PageSnapshot {
  const router = useRouter()
  return useCallback(() => {
    const path = router.state.location.pathname.slice(0, 500)
    const thing = thingAt(path)
    return thing ? { path, thing } : { path }
  }, [router])
}
