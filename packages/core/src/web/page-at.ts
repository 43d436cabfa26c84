import type { WebPage } from "./web-plugin.ts"

/** The page that an address leads to, by TanStack Router's syntax; what is written out goes before what stands for anything. */
export function pageAt(pages: readonly WebPage[], address: string): WebPage | undefined {
  const [pathname = ""] = address.split(/[?#]/)
  const segments = segmentsOf(pathname)
  const fitting = pages.filter(({ path }) => fits(segmentsOf(path), segments))
  return fitting.toSorted((a, b) => openEnds(a) - openEnds(b))[0]
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter(Boolean)
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  const [part, ...parts] = pattern
  const [segment, ...rest] = segments
  if (part === undefined) return segment === undefined
  if (part === "$") return segments.length > 0
  if (part.startsWith("{-$")) return fits(parts, segments) || (segment !== undefined && fits(parts, rest))
  return segment !== undefined && (part.startsWith("$") || part === segment) && fits(parts, rest)
}

function openEnds({ path }: WebPage): number {
  return segmentsOf(path).filter((part) => part.includes("$")).length
}
