import { useCan } from "@countersign/core/web"
import { Badge, CodeBlock, Drawer, formatCount, KeyValue, Panel, TextLink, Time } from "@countersign/ui"
import { policyAccess, type ToolEntry } from "../../../contract.ts"
import { demandsOf, EFFECT_TONES, EFFECT_WORDS } from "../words.ts"

/** Everything there is to know about one tool. */
export function ToolDrawer({ tool, onClose }: { tool: ToolEntry | undefined; onClose: () => void }) {
  return (
    <Drawer
      open={tool !== undefined}
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={<span className="font-mono">{tool?.name}</span>}
    >
      {tool && <Contents tool={tool} />}
    </Drawer>
  )
}

function Contents({ tool }: { tool: ToolEntry }) {
  const can = useCan()
  return (
    <div className="flex flex-col gap-6">
      <p>{tool.description}</p>
      <KeyValue
        facts={[
          { label: "Effect", value: <Badge tone={EFFECT_TONES[tool.effect]}>{EFFECT_WORDS[tool.effect]}</Badge> },
          { label: "Signature", value: signature(tool) },
          { label: "Needs", value: tool.requiredAccessRules.join(", ") || "somebody signed in", mono: true },
          { label: "Roles", value: tool.roles.map(({ name }) => name).join(", ") || "no role holds all of it" },
          {
            label: "Policy",
            value: (
              <>
                {demandsOf(tool.policy).join(", ") || "nothing beyond the rules of the gate"}
                {can(policyAccess.manage) && (
                  <>
                    {" "}
                    <TextLink href={`/settings/ai/policies?add=${encodeURIComponent(`tool:${tool.name}`)}`}>
                      Set a policy
                    </TextLink>
                  </>
                )}
              </>
            ),
          },
          { label: "Last use", value: tool.lastUsedAt && <Time instant={tool.lastUsedAt} /> },
          { label: "Last 7 days", value: formatCount(tool.callsLastWeek, "call") },
          { label: "Workspaces", value: tool.scopes.join(", ") },
          { label: "On the wire", value: tool.wireName, mono: true },
        ]}
      />
      {notes(tool).length > 0 && (
        <ul className="flex list-disc flex-col gap-1 pl-5">
          {notes(tool).map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <Panel title="What it takes">
        <Schema schema={tool.inputSchema} title="Input schema" />
      </Panel>
      {tool.outputSchema && (
        <Panel title="What it answers">
          <Schema schema={tool.outputSchema} title="Output schema" />
        </Panel>
      )}
    </div>
  )
}

function Schema({ schema, title }: { schema: object; title: string }) {
  return <CodeBlock title={title} code={JSON.stringify(schema, null, 2)} maxLines={18} />
}

function signature(tool: ToolEntry): string {
  if (tool.policy.off) return "refused: it is switched off"
  if (tool.policy.twoPerson && tool.effect !== "read") return "somebody other than the one who asked"
  if (tool.alwaysSign || tool.effect === "destructive") return "always needed"
  if (tool.draft) return "none: it changes a draft only"
  if (tool.effect === "read") return tool.egress ? "only for destinations nobody named" : "none: it only reads"
  return tool.policy.forbidAuto ? "always needed" : "needed, unless a conversation applies by itself"
}

/** Whose words are in its results, and what follows from it. */
const WORDS: Record<ToolEntry["quotes"], string> = {
  nothing: "Its results hold nobody else's words.",
  things:
    "Its results repeat what people wrote on the things it names: after other people's words, changes wait for a signature.",
  outside: "Its results may hold text from outside: changes that are asked for after reading one are signed.",
}

function notes(tool: ToolEntry): string[] {
  return [
    WORDS[tool.quotes],
    tool.egress && `Its argument "${tool.egress}" names a place outside. Places that nobody named are signed.`,
    tool.draft && "Its changes land in a draft that only the author's workspace shows.",
  ].filter((note) => typeof note === "string")
}
