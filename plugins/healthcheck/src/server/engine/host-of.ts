/** Which host a check calls, for the limit on each: as it is written, templates filled in or not. Null: none, or many. */
export function hostOf(strategyId: string, config: Readonly<Record<string, unknown>>): string | null {
  if (strategyId === "script" || strategyId === "shell") return "the sandbox"
  const [step] = Array.isArray(config.steps) ? config.steps : [config]
  const { url, host } = (step ?? {}) as { url?: unknown; host?: unknown }
  if (typeof host === "string") return host.toLowerCase()
  return typeof url === "string" ? (URL.parse(url)?.host ?? url) : null
}
