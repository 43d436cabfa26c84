import type { ChatItem, ConversationEntry, ModelGroup } from "../src/index.ts"
import { ago, HOURS, MINUTES } from "./sample.ts"

/** Where it leads stands at its end, which nobody may miss. */
const LONG_ADDRESS = `https://status.example.com/report?${"incident=checkout&".repeat(12)}to=elsewhere.example`

const item = (
  id: string,
  role: ChatItem["role"],
  blocks: ChatItem["blocks"],
  part: Partial<ChatItem> = {},
): ChatItem => ({
  id,
  role,
  blocks,
  at: ago(3 * MINUTES).toISOString(),
  turnId: null,
  model: role === "assistant" ? "claude-sonnet-5" : null,
  open: null,
  previews: [],
  superseded: false,
  ...part,
})

const ANSWER = `Two systems need a look:

| System | State | Since |
| --- | --- | --- |
| payments-api | degraded | 08:12 |
| search-index | unhealthy | 07:50 |

**payments-api** began right after release 2026.46.2, which raised the gateway timeout. The [runbook](https://wiki.example.org/payments) says to go back one release:

\`\`\`sh
deploy payments-api --release 2026.46.1
\`\`\`

1. Roll back now
2. Watch the error rate for ten minutes`

export const CHAT: readonly ChatItem[] = [
  item("m1", "user", [{ type: "text", text: "What is wrong right now?\nAnd what would you do first?" }]),
  item("m2", "assistant", [
    { type: "reasoning", text: "The operator wants the current state. I will list systems that are not healthy." },
    {
      type: "tool-call",
      callId: "c1",
      name: "catalog.list",
      arguments: '{"status":["degraded","unhealthy"],"limit":20}',
    },
    { type: "tool-call", callId: "c2", name: "incident.list", arguments: '{"open":true,"text":"payments"}' },
    { type: "tool-call", callId: "c3", name: "ai.probeUrl", arguments: '{"url":"https://status.example.org/health"}' },
    {
      type: "tool-result",
      callId: "c1",
      name: "catalog.list",
      text: '{"items":[{"name":"payments-api","status":"degraded"},{"name":"search-index","status":"unhealthy"}]}',
      durationMs: 42,
    },
    { type: "tool-result", callId: "c2", name: "incident.list", text: '{"items":[]}', durationMs: 31 },
    {
      type: "tool-result",
      callId: "c3",
      name: "ai.probeUrl",
      text: "status.example.org did not answer within 10 seconds. Try again later.",
      isError: true,
      durationMs: 10_012,
    },
    { type: "tool-call", callId: "c3b", name: "incident.open", arguments: '{"title":"","systemId":"sys-1"}' },
    {
      type: "tool-result",
      callId: "c3b",
      name: "incident.open",
      text: 'The input of incident.open does not fit. "title": Give it a title.',
      isError: true,
      failure: { kind: "invalid" },
    },
    { type: "text", text: ANSWER },
  ]),
  item("m3", "user", [{ type: "text", text: "Roll it back, and tag it." }]),
  item("m4", "assistant", [
    {
      type: "tool-call",
      callId: "c4",
      name: "catalog.updateSystem",
      arguments: '{"id":"sys-1","release":"2026.46.1"}',
    },
    {
      type: "tool-result",
      callId: "c4",
      name: "catalog.updateSystem",
      text: '{"status":"awaiting_signature","proposalId":"p-rollback"}',
      durationMs: 88,
    },
    {
      type: "proposal",
      callId: "c4",
      proposalId: "p-rollback",
      toolName: "catalog.updateSystem",
      effect: "mutate",
      summary: "Roll payments-api back to release 2026.46.1",
      expiresAt: ago(-20 * HOURS).toISOString(),
    },
    {
      type: "applied",
      callId: "c5",
      proposalId: "p-tag",
      toolName: "catalog.tag",
      summary: "Tag payments-api with “rolled-back”",
      undo: { toolName: "catalog.untag", input: {}, label: "Take the tag away" },
    },
    { type: "text", text: "The rollback waits for your signature. The tag is set." },
    { type: "notice", kind: "decided", text: "You declined “Delete the system image-resizer”." },
    { type: "notice", kind: "stopped", text: "You stopped this answer." },
  ]),
  item("m5", "user", [{ type: "text", text: "Tell me more about the search index." }]),
  item("m6", "assistant", [
    { type: "notice", kind: "compacted", text: "The messages before this one were summed up to make room." },
    {
      type: "notice",
      kind: "failed",
      text: "Anthropic is overloaded. Try again in a minute, or choose another model.",
      detail: '529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
    },
    {
      type: "notice",
      kind: "over-spend",
      text: "Ana Ruiz has used the 2,000,000 tokens of this connection for today. There is room again at 17:40.",
    },
  ]),
  item("m7", "user", [{ type: "text", text: "Then open an incident." }]),
  item("m8", "assistant", [
    {
      type: "question",
      callId: "c9",
      question: "How severe is it?",
      options: [
        "Minor: nobody has noticed",
        "Major: some customers cannot pay",
        "Critical: nobody can pay",
        `As ${LONG_ADDRESS} says`,
      ],
    },
  ]),
]

export const STREAMING: readonly ChatItem[] = [
  item("s1", "user", [{ type: "text", text: "Summarise the night." }]),
  item(
    "s2",
    "assistant",
    [
      { type: "tool-call", callId: "d1", name: "incident.list", arguments: '{"since":"2026-11-15T20:00:00Z"}' },
      { type: "text", text: "Three incidents were opened and **two resol" },
    ],
    { open: new Set([0, 1]) },
  ),
]

export const MODELS: readonly ModelGroup[] = [
  {
    id: "anthropic",
    label: "Anthropic",
    models: [
      { id: "claude-sonnet-5", label: "Claude Sonnet 5", hint: "sees · 400k" },
      { id: "claude-haiku-5", label: "Claude Haiku 5", hint: "sees · 200k" },
    ],
  },
  {
    id: "rehearsal",
    label: "Rehearsal",
    hint: "plays scripts, no AI",
    models: [{ id: "r", label: "Rehearsal (no AI)" }],
  },
]

export const CONVERSATIONS: readonly ConversationEntry[] = [
  ["What is wrong right now", 0.05, true],
  ["Roll back payments-api after the release that raised the timeout", 2, false],
  [null, 5, false],
  ["Who owns the label printer bridge?", 30, false],
].map(([title, hours, running], index) => ({
  id: `k${index}`,
  title: title as string | null,
  updatedAt: ago((hours as number) * HOURS).toISOString(),
  running: running as boolean,
  archived: false,
}))
