import { oauthAccess } from "@countersign/core/contract"
import { call, countedBy, defineWebPlugin, verbsOf } from "@countersign/core/web"
import {
  BookOpen,
  ChartLine,
  FileText,
  Gauge,
  MessageSquare,
  Network,
  Plug,
  Signature,
  SlidersHorizontal,
  Workflow,
  Wrench,
} from "lucide-react"
import {
  auditAccess,
  chatAccess,
  connectionAccess,
  memoryAccess,
  policyAccess,
  skillAccess,
  toolAccess,
} from "./contract/access.ts"
import type { aiContract } from "./contract.ts"

const verb = verbsOf<typeof aiContract>("ai")

export const aiWebPlugin = defineWebPlugin<typeof aiContract>({
  id: "ai",
  pages: [
    { path: "/help", load: () => import("./web/HelpPage.tsx") },
    { path: "/help/$", load: () => import("./web/HelpArticlePage.tsx") },
    {
      // One page for both: going from the list to a conversation keeps what was searched for.
      path: "/assistant/{-$conversationId}",
      load: () => import("./web/assistant/AssistantPage.tsx"),
      access: [chatAccess.read],
    },
    { path: "/signatures", load: () => import("./web/signatures/SignaturesPage.tsx") },
    {
      path: "/signatures/$proposalId",
      load: () => import("./web/signatures/SignaturePage.tsx"),
    },
    {
      path: "/settings/ai/connections",
      load: () => import("./web/settings/connections/ConnectionsPage.tsx"),
      access: [connectionAccess.manage],
    },
    {
      path: "/settings/ai/connections/new",
      load: () => import("./web/settings/connections/ConnectionNewPage.tsx"),
      access: [connectionAccess.manage],
    },
    {
      path: "/settings/ai/connections/$connectionId",
      load: () => import("./web/settings/connections/ConnectionPage.tsx"),
      access: [connectionAccess.manage],
    },
    {
      path: "/settings/ai/defaults",
      load: () => import("./web/settings/connections/DefaultsPage.tsx"),
      access: [connectionAccess.manage],
    },
    {
      path: "/settings/ai/usage",
      load: () => import("./web/settings/usage/UsagePage.tsx"),
      access: [auditAccess.read],
    },
    {
      path: "/settings/ai/tools",
      load: () => import("./web/settings/tools/ToolsPage.tsx"),
      access: [toolAccess.manage],
    },
    {
      path: "/settings/ai/policies",
      load: () => import("./web/settings/tools/PoliciesPage.tsx"),
      access: [policyAccess.manage],
    },
    {
      path: "/settings/ai/memory",
      load: () => import("./web/settings/memory/MemoryPage.tsx"),
      access: [memoryAccess.read],
    },
    {
      path: "/settings/ai/skills",
      load: () => import("./web/settings/skills/SkillsPage.tsx"),
      access: [skillAccess.read],
    },
    { path: "/settings/ai/mcp", load: () => import("./web/settings/mcp/McpPage.tsx"), access: [oauthAccess.read] },
  ],
  home: [
    {
      id: "ai.usage",
      order: 50,
      access: [auditAccess.read],
      load: () => import("./web/settings/usage/UsageThisMonth.tsx"),
    },
  ],
  background: () => import("./web/signatures/WaitingNotifier.tsx"),
  panel: {
    label: "Assistant",
    icon: MessageSquare,
    shortcut: "j",
    access: [chatAccess.read],
    fullPage: "/assistant",
    load: () => import("./web/assistant/DockedAssistant.tsx"),
  },
  runners: { showPage: () => import("./web/assistant/show-page.ts") },
  ask: { label: "Ask the assistant", icon: MessageSquare, path: "/assistant/new", access: [chatAccess.read] },
  navigation: [
    {
      workspace: "assistant",
      label: "Assistant",
      path: "/assistant",
      icon: MessageSquare,
      shortcut: "a",
      order: 10,
      access: [chatAccess.read],
    },
    {
      workspace: "signatures",
      label: "Signatures",
      path: "/signatures",
      icon: Signature,
      shortcut: "s",
      order: 10,
      badge: countedBy(
        verb("countProposals"),
        {},
        { count: ({ waiting }) => waiting, label: "proposals wait for you", alsoShows: ["ai.proposal"], tone: "seal" },
      ),
    },
    { workspace: "settings", label: "Help", path: "/help", icon: BookOpen, shortcut: "h", order: 900 },
  ],
  settings: [
    {
      workspace: "settings",
      label: "AI connections",
      path: "/settings/ai/connections",
      icon: Network,
      sentence: "The providers whose models answer in the assistant, their keys, who may use them, and how much.",
      order: 61,
      access: [connectionAccess.manage],
    },
    {
      workspace: "settings",
      label: "AI defaults",
      path: "/settings/ai/defaults",
      icon: SlidersHorizontal,
      sentence: "Which connection and model a conversation begins with.",
      order: 62,
      access: [connectionAccess.manage],
    },
    {
      workspace: "settings",
      label: "AI usage",
      path: "/settings/ai/usage",
      icon: ChartLine,
      sentence: "How many calls and tokens went to models, for whom and for what, and what it cost.",
      order: 63,
      access: [auditAccess.read],
    },
    {
      workspace: "settings",
      label: "AI tools",
      path: "/settings/ai/tools",
      icon: Wrench,
      sentence: "Everything the assistant and connected apps can be asked to do, and who may use it.",
      order: 64,
      access: [toolAccess.manage],
    },
    {
      workspace: "settings",
      label: "AI policies",
      path: "/settings/ai/policies",
      icon: Gauge,
      sentence: "What takes a second person's signature, where data may go, and how often tools may be called.",
      order: 65,
      access: [policyAccess.manage],
    },
    {
      workspace: "settings",
      label: "Memory",
      path: "/settings/ai/memory",
      icon: FileText,
      sentence: "Notes that the assistant finds again in later conversations: your own, and those everyone shares.",
      order: 67,
      access: [memoryAccess.read],
    },
    {
      workspace: "settings",
      label: "Skills",
      path: "/settings/ai/skills",
      icon: Workflow,
      sentence: "Ways of working that you switch on for a conversation: built-in ones, your own, and shared ones.",
      order: 68,
      access: [skillAccess.read],
    },
    {
      workspace: "settings",
      label: "MCP",
      path: "/settings/ai/mcp",
      icon: Plug,
      sentence: "Apps such as Claude Code or Cursor that people connect, and how to connect one.",
      order: 66,
      access: [oauthAccess.read],
    },
  ],
  palette: [
    {
      group: "Conversations",
      access: [chatAccess.read],
      search: () => import("./web/assistant/find-conversations.ts"),
    },
    { group: "Help", search: () => import("./web/find-help.ts") },
  ],
  firstSteps: [
    {
      title: "Ask the assistant",
      why: "It looks things up with your permissions, and what it wants to change waits for a signature. No key is needed to try.",
      href: "/assistant",
      order: 20,
      access: [chatAccess.read],
      done: async ({ signal }) => (await call(verb("listConversations"), { limit: 1 }, { signal })).items.length > 0,
      resources: ["ai.conversation", "ai.chat"],
    },
  ],
})
