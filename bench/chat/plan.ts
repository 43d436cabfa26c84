/** What the scripted provider answers. Travels as the text of the user's message. */
export interface Plan {
  words: number
  /** Between two words; without it they come as fast as they are taken. */
  everyMs?: number
  /** Calls this tool so many times, once a step, before it speaks. */
  call?: { name: string; arguments: object; times: number }
  /** To ask the provider for it later. */
  id?: string
}

/** `words` first: that is how the provider finds it in a longer message. */
export function writePlan({ words, ...rest }: Plan): string {
  return JSON.stringify({ words, ...rest })
}
