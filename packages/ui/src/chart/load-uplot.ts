import type UPlot from "uplot"

/**
 * uPlot writes a number in the browser's language as soon as it is loaded. A browser started under LANG=C calls that
 * "en-US@posix", which Intl refuses, and no chart would ever be drawn.
 */
export async function loadUPlot(): Promise<typeof UPlot> {
  if (isLanguage(navigator.language)) return (await import("uplot")).default
  Object.defineProperty(navigator, "language", { value: "en", configurable: true })
  try {
    return (await import("uplot")).default
  } finally {
    Reflect.deleteProperty(navigator, "language")
  }
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}
