import { oauthAccess } from "@countersign/core/contract"
import { call, callOptions, defineWebPlugin } from "@countersign/core/web"
import { aiContract, policyAccess, toolAccess } from "./contract.ts"

export const aiWebPlugin = defineWebPlugin({
  id: "ai",
  pages: [
    { path: "/help", load: () => import("./web/HelpPage.tsx") },
    { path: "/help/$", load: () => import("./web/HelpArticlePage.tsx") },
    { path: "/signatures", load: () => import("./web/signatures/SignaturesPage.tsx") },
    {
      path: "/signatures/$proposalId",
      load: () => import("./web/signatures/SignaturePage.tsx"),
      prefetch: (client, { params }) =>
        void client.prefetchQuery(
          callOptions(
            aiContract.describeProposal,
            { proposalId: params.proposalId ?? "" },
            { alsoShows: ["ai.proposal"] },
          ),
        ),
    },
    { path: "/settings/ai/tools", load: () => import("./web/settings/ToolsPage.tsx"), access: [toolAccess.manage] },
    {
      path: "/settings/ai/policies",
      load: () => import("./web/settings/PoliciesPage.tsx"),
      access: [policyAccess.manage],
    },
    { path: "/settings/ai/mcp", load: () => import("./web/settings/McpPage.tsx"), access: [oauthAccess.read] },
  ],
  background: () => import("./web/signatures/WaitingNotifier.tsx"),
  navigation: [
    {
      workspace: "signatures",
      label: "Signatures",
      path: "/signatures",
      icon: "signature",
      shortcut: "s",
      order: 10,
      badge: {
        count: async (signal) => (await call(aiContract.countProposals, {}, { signal })).waiting,
        label: "proposals wait for you",
        resources: ["ai.proposal"],
        tone: "seal",
      },
    },
    { workspace: "settings", label: "Help", path: "/help", icon: "book-open", shortcut: "h", order: 900 },
  ],
  settings: [
    {
      workspace: "settings",
      label: "AI tools",
      path: "/settings/ai/tools",
      icon: "wrench",
      sentence: "Everything the assistant and connected apps can be asked to do, and who may use it.",
      order: 61,
      access: [toolAccess.manage],
    },
    {
      workspace: "settings",
      label: "AI policies",
      path: "/settings/ai/policies",
      icon: "gauge",
      sentence: "What takes a second person's signature, where data may go, and how often tools may be called.",
      order: 62,
      access: [policyAccess.manage],
    },
    {
      workspace: "settings",
      label: "MCP",
      path: "/settings/ai/mcp",
      icon: "plug",
      sentence: "Apps such as Claude Code or Cursor that people connect, and how to connect one.",
      order: 63,
      access: [oauthAccess.read],
    },
  ],
  palette: [
    {
      group: "Help",
      async search(query, signal) {
        if (query.trim().length < 2) return []
        const { hits } = await call(aiContract.searchDocs, { query, limit: 4 }, { signal })
        return hits.map((hit) => ({ id: hit.slug, title: hit.title, hint: "Guide", path: `/help/${hit.slug}` }))
      },
    },
  ],
})
