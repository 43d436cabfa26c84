export type ClientId = "claude-code" | "claude-desktop" | "cursor" | "vscode" | "other"

interface SetupPart {
  sentence: string
  title: string
  code: string
}

interface ClientSetup {
  id: ClientId
  label: string
  parts(address: string): SetupPart[]
}

const json = (value: object) => JSON.stringify(value, null, 2)

/** How the usual apps are told of an MCP server reached over HTTP. */
export const CLIENT_SETUPS: readonly [ClientSetup, ...ClientSetup[]] = [
  {
    id: "claude-code",
    label: "Claude Code",
    parts: (address) => [
      {
        sentence: "Run this, then type /mcp in a session and choose countersign to sign in.",
        title: "Terminal",
        code: `claude mcp add --transport http countersign ${address}`,
      },
    ],
  },
  {
    id: "claude-desktop",
    label: "Claude Desktop",
    parts: (address) => [
      {
        sentence:
          "Where the internet reaches this address: Settings, Connectors, Add custom connector, and this address.",
        title: "Connector",
        code: address,
      },
      {
        sentence: "Inside your own network, let a small bridge on the computer connect. Restart the app afterwards.",
        title: "claude_desktop_config.json",
        code: json({ mcpServers: { countersign: { command: "npx", args: ["-y", "mcp-remote", address] } } }),
      },
    ],
  },
  {
    id: "cursor",
    label: "Cursor",
    parts: (address) => [
      {
        sentence: "Add this, then open Settings, MCP, and sign in beside countersign.",
        title: "~/.cursor/mcp.json",
        code: json({ mcpServers: { countersign: { url: address } } }),
      },
    ],
  },
  {
    id: "vscode",
    label: "VS Code",
    parts: (address) => [
      {
        sentence: "Add this to a workspace, or run “MCP: Add Server” for all of them. VS Code asks to sign in.",
        title: ".vscode/mcp.json",
        code: json({ servers: { countersign: { type: "http", url: address } } }),
      },
    ],
  },
  {
    id: "other",
    label: "Others",
    parts: (address) => [
      {
        sentence:
          "An app that speaks MCP over streamable HTTP needs the address; it finds out by itself where to sign in.",
        title: "Address",
        code: address,
      },
      {
        sentence:
          "A script needs no person: give it the key of an application. What it wants to change waits for a signature.",
        title: "Terminal",
        code: `curl ${address} \\
  -H "Authorization: Bearer $COUNTERSIGN_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Accept: application/json, text/event-stream" \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`,
      },
    ],
  },
]
