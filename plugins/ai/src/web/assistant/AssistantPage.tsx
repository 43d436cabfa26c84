import { CONVERSATIONS, callOptions, type PageModule, useCall } from "@countersign/core/web"
import { useMediaQuery, WorkspacePage } from "@countersign/ui"
import { useNavigate, useParams } from "@tanstack/react-router"
import { aiContract } from "../../contract.ts"
import { ConversationBrowser } from "./ConversationBrowser.tsx"
import { ConversationPane } from "./ConversationPane.tsx"
import { NewConversationPane } from "./NewConversationPane.tsx"

export const prefetch: PageModule["prefetch"] = (client, { params: { conversationId = "new" } }) => {
  if (conversationId === "new") return
  void client.prefetchQuery(
    callOptions(aiContract.getConversation, { id: conversationId }, { alsoShows: CONVERSATIONS }),
  )
}

/** Conversations beside the thread; on phones one at a time. */
export default function AssistantPage() {
  const { conversationId } = useParams({ strict: false }) as { conversationId?: string }
  const navigate = useNavigate()
  const wide = useMediaQuery("(min-width: 48rem)")
  const activeId = conversationId === "new" ? undefined : conversationId
  const title = useTitle(activeId)

  const list = (
    <ConversationBrowser
      activeId={activeId}
      onGone={(id) => {
        if (id === activeId) void navigate({ to: "/assistant", replace: true })
      }}
    />
  )
  if (!wide && !conversationId)
    return (
      <WorkspacePage title="Assistant">
        <div className="p-4">{list}</div>
      </WorkspacePage>
    )
  return (
    // Where the list is a drawer, going to another conversation closes it.
    <WorkspacePage key={wide ? "wide" : conversationId} title={title} start={{ label: "Conversations", content: list }}>
      {activeId ? (
        <ConversationPane key={activeId} conversationId={activeId} autoFocus={wide} />
      ) : (
        <NewConversationPane
          scope="operate"
          autoFocus={wide}
          onStarted={(id) => void navigate({ to: `/assistant/${id}`, replace: true })}
        />
      )}
    </WorkspacePage>
  )
}

function useTitle(conversationId: string | undefined): string {
  const { data } = useCall(
    aiContract.getConversation,
    { id: conversationId ?? "" },
    { enabled: conversationId !== undefined, alsoShows: CONVERSATIONS },
  )
  return data?.conversation.title ?? "Assistant"
}
