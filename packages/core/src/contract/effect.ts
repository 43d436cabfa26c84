/** What a verb does to the world. Required on every procedure, never inferred from its name. */
export type Effect = "read" | "mutate" | "destructive"

/** Through which door a call came in. */
export type Transport = "http" | "chat" | "mcp" | "editor" | "automation" | "job" | "cli"
