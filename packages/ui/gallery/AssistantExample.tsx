import { ShieldCheck } from "lucide-react"
import { useState } from "react"
import {
  AppliedCard,
  Button,
  ChoicePicker,
  Composer,
  ComposerLock,
  ContextMeter,
  ConversationList,
  EffectIcon,
  ModelPicker,
  ProposalCard,
  Suggestions,
  Thread,
  type ThreadParts,
  WorkspacePage,
} from "../src/index.ts"
import { CHAT, CONVERSATIONS, MODELS, STREAMING } from "./chat.ts"
import { ROLLBACK } from "./proposals.ts"

const CALL_WORDS: Readonly<Record<string, string>> = {
  "catalog.list": "Looked at degraded systems",
  "incident.list": 'Looked at open incidents of "payments-api"',
  "ai.probeUrl": 'Looked at "status.example.org"',
  "incident.open": "Open an incident",
  "catalog.updateSystem": 'Change "payments-api"',
}

const PARTS: ThreadParts = {
  imageHref: () => "",
  proposal: () => <ProposalCard headingLevel={4} proposal={ROLLBACK} onDecide={() => {}} onEdit={() => {}} />,
  applied: (applied) => (
    <AppliedCard applied={applied} onUndo={() => Promise.reject(new Error("It moved meanwhile."))} />
  ),
  waiting: () => <span>A proposal in it waits for a signature.</span>,
  onNavigate: (href) => console.log(href),
  beneath: () => null,
  callWords: ({ name }) => CALL_WORDS[name] ?? "Used a tool",
  callIcon: (_call, _result, effect) => <EffectIcon effect={effect} />,
  namesIn: () => [],
}

/** `beginning`: an empty thread; `writing`: an answer on its way. */
export function AssistantExample({ state = "full" }: { state?: "full" | "beginning" | "writing" }) {
  const [model, setModel] = useState<{ groupId: string; modelId: string } | null>({
    groupId: "anthropic",
    modelId: "claude-sonnet-5",
  })
  const [mode, setMode] = useState<"approve" | "auto">("approve")
  const messages = state === "full" ? CHAT : state === "writing" ? STREAMING : []
  return (
    <WorkspacePage
      title="What is wrong right now"
      start={{
        label: "Conversations",
        content: (
          <ConversationList
            label="Conversations"
            conversations={CONVERSATIONS}
            activeId="k0"
            href={(id) => `#assistant?${id}`}
            onRename={() => {}}
            onArchive={() => {}}
            onDelete={() => {}}
          />
        ),
      }}
    >
      <div className="flex h-full min-h-0 flex-col">
        <Thread
          label="What is wrong right now"
          messages={messages}
          parts={PARTS}
          running={state === "writing"}
          waiting={false}
          earlier={{ available: state === "full", loading: false, error: null, load: () => {} }}
          onAnswer={(option) => console.log(option)}
          onTryAgain={() => console.log("again")}
          empty={
            <Suggestions
              title="What shall we look at?"
              suggestions={["What is wrong right now?", "Open an incident for payments-api"]}
              onChoose={(text) => console.log(text)}
            >
              It looks things up with the permissions you have.
            </Suggestions>
          }
        />
        <div className="mx-auto w-full max-w-3xl px-3 pb-3 sm:px-5">
          {state === "beginning" ? (
            <ComposerLock title="Connect a model first" actions={<Button variant="primary">Connect a provider</Button>}>
              The assistant speaks with a provider of your choice.
            </ComposerLock>
          ) : (
            <Composer
              draftKey="gallery"
              onSend={() => Promise.reject(new Error("Countersign cannot be reached. What you typed is still here."))}
              onStop={() => {}}
              running={state === "writing"}
              stopping={false}
              seesImages
              pickers={
                <>
                  <ModelPicker groups={MODELS} value={model} onChange={setModel} />
                  <ChoicePicker
                    label="Changes"
                    icon={<ShieldCheck />}
                    value={mode}
                    onChange={setMode}
                    choices={[
                      { id: "approve", label: "I sign changes", sentence: "Every change waits for a signature." },
                      { id: "auto", label: "Apply by itself", sentence: "Changes are made at once, in your name." },
                    ]}
                  />
                </>
              }
              meter={<ContextMeter usedTokens={182_400} windowTokens={400_000} />}
            />
          )}
        </div>
      </div>
    </WorkspacePage>
  )
}
