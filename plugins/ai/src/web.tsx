import { call, defineWebPlugin } from "@countersign/core/web"
import { aiContract } from "./contract.ts"

export const aiWebPlugin = defineWebPlugin({
  id: "ai",
  pages: [
    { path: "/help", load: () => import("./web/HelpPage.tsx") },
    { path: "/help/$", load: () => import("./web/HelpArticlePage.tsx") },
  ],
  navigation: [{ workspace: "settings", label: "Help", path: "/help", icon: "book-open", shortcut: "h", order: 900 }],
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
