/**
 * Who may import what. The whole table: `check-imports.mjs` reads it and holds no rule of its own.
 *
 * A file belongs to the first area whose `files` match. `ours` lists the areas it may import besides its own; `"*"` is
 * all of them. `browser` areas run in a page and may not name what only Node has.
 */
export const rules = {
  areas: [
    {
      name: "test",
      files:
        /(^(e2e|scripts|bench|deploy)\/|\.(test|fixture)\.tsx?$|^plugins\/[^/]+\/src\/testing(\.ts$|\/)|^vitest\.[a-z.]*config\.ts$)/,
      ours: "*",
    },
    { name: "testing", files: /^packages\/testing\//, ours: "*" },
    { name: "llm", files: /^packages\/llm\//, ours: [] },
    { name: "sandbox", files: /^packages\/sandbox\//, ours: [] },
    { name: "ui build", files: /^packages\/ui\/(src\/)?vite[^/]*\.ts$/, ours: [] },
    { name: "ui", files: /^packages\/ui\//, ours: [], browser: true },
    {
      name: "core/characters",
      files: /^packages\/core\/src\/contract\/text\/hidden-characters\.ts$/,
      ours: [],
      browser: true,
    },
    {
      name: "core/contract",
      files: /^packages\/core\/src\/contract(\.ts$|\/)/,
      ours: ["core/characters"],
      browser: true,
    },
    { name: "core/web", files: /^packages\/core\/src\/web(\.tsx?$|\/)/, ours: ["core/contract", "ui"], browser: true },
    { name: "core/server", files: /^packages\/core\//, ours: ["core/characters", "core/contract", "llm", "sandbox"] },
    {
      name: "plugin/contract",
      files: /^plugins\/[^/]+\/src\/contract(\.ts$|\/)/,
      ours: ["core/contract"],
      packages: ["zod"],
      browser: true,
    },
    // Pure: it runs in a page, on a server and in tests alike.
    {
      name: "plugin/document",
      files: /^plugins\/[^/]+\/src\/document(\.ts$|\/)/,
      ours: ["core/characters"],
      browser: true,
    },
    {
      name: "plugin/web",
      files: /^plugins\/[^/]+\/src\/web(\.tsx?$|\/)/,
      ours: ["plugin/contract", "plugin/document", "core/contract", "core/web", "ui"],
      browser: true,
    },
    {
      name: "plugin/server",
      files: /^plugins\/[^/]+\/(src|migrations)\//,
      ours: ["plugin/contract", "plugin/document", "core/contract", "core/server", "sandbox"],
    },
    {
      name: "apps/web",
      files: /^apps\/web\/src\//,
      ours: ["plugin/web", "plugin/contract", "core/web", "core/contract", "ui"],
      browser: true,
    },
    { name: "apps/web build", files: /^apps\/web\//, ours: ["ui build"] },
    {
      name: "apps/server",
      files: /^apps\/server\//,
      ours: ["plugin/server", "plugin/contract", "core/server", "core/contract"],
    },
    {
      name: "apps/cli",
      files: /^apps\/cli\//,
      ours: ["apps/server", "plugin/server", "plugin/contract", "core/server", "core/contract"],
    },
  ],

  /** One plugin reaches another only by its contract. */
  betweenPlugins: ["plugin/contract"],

  /** Entries that one kind of folder alone may use. Tests may use all. */
  entries: [
    { specifier: "@countersign/core/assistant", from: /^plugins\/ai\//, for: "the assistant's plugin" },
    { specifier: "@countersign/core/host", from: /^apps\//, for: "apps" },
  ],

  /** Areas that reach into another package's sources by path: what they take has no entry, so that the product has none. */
  byPath: ["test", "testing"],

  /** In packages/core and its src: each may import itself and those above it. Folders and single files alike. */
  coreOrder: [
    "contract",
    "errors",
    "turnstile",
    "schema-words",
    "json",
    "log",
    "metrics",
    "egress",
    "db",
    "migrations",
    "signals",
    "secrets",
    "telemetry",
    "jobs",
    "events",
    "mail",
    "identity",
    "audit",
    "access",
    "workers",
    "define-plugin",
    "http",
    "reserved",
    "tools",
    "proposals",
    "kit",
    "gate",
    "connections",
    "chat",
    "mcp",
    "wiring",
  ],

  /** The assistant speaks to models over plain HTTP. The adapter may know the shape of a foreign provider, not run one. */
  providerSdks: {
    packages: /^(openai|ai|@anthropic-ai\/.*|@ai-sdk\/.*|@google\/genai|@openrouter\/.*)(\/|$)/,
    allowed: [{ file: "packages/llm/src/drivers/ai-sdk.ts", specifier: "@ai-sdk/provider", typeOnly: true }],
  },
  /**
   * What these sources say in a string about plugins: nothing, but for what core keeps itself and `plugins/ai` shows
   * (docs/adr/0045). `ai` alone is whom the audit log names for it, `maintenance` alone a status and its colour,
   * `notification` alone what Postgres calls a NOTIFY that arrives,
   * `site` alone the second origin (docs/adr/0041) and the workspace of a chat.
   */
  namesOfPlugins: {
    files: /^packages\/(core|ui|llm|sandbox)\/src\//,
    allowed: [
      "ai",
      "ai.chat",
      "ai.connection",
      "ai.conversation",
      "ai.proposal",
      "ai.toolCall",
      "ai.toolCalled",
      "ai_applyTool",
      "ai_declineTool",
      "maintenance",
      "notification",
      "site",
    ],
  },
}
