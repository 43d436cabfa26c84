/**
 * Tells what an editor said itself from what others wrote into it. Its own words come back as its value a moment later;
 * set then, they would take back the letters that were typed meanwhile.
 */
export interface OwnWords {
  said(text: string): void
  /** Whether a value that comes in has to be written into the editor. */
  isNews(value: string): boolean
}

export function ownWords(): OwnWords {
  let waiting: string[] = []
  return {
    said(text) {
      waiting.push(text)
    },
    isNews(value) {
      const at = waiting.lastIndexOf(value)
      // Of several that were said at once only the last comes back.
      waiting = at < 0 ? [] : waiting.slice(at + 1)
      return waiting.length === 0
    },
  }
}
