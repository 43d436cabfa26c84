import type { Driver } from "./driver.ts"
import { aiSdk } from "./drivers/ai-sdk.ts"
import { anthropic } from "./drivers/anthropic.ts"
import { ollama } from "./drivers/ollama.ts"
import { openai } from "./drivers/openai.ts"
import { openaiCompatible } from "./drivers/openai-compatible.ts"
import { openrouter } from "./drivers/openrouter.ts"
import { rehearsal } from "./drivers/rehearsal.ts"

/** In the order a form offers them. */
export const drivers: readonly Driver[] = [anthropic, openai, openrouter, ollama, openaiCompatible, aiSdk, rehearsal]

export function findDriver(id: string): Driver | undefined {
  return drivers.find((driver) => driver.id === id)
}
