import { FileText, Film, Music, Type } from "lucide-react"
import type { Media } from "../../contract.ts"

/** What a file looks like, or a sign for what cannot be looked at. */
export function FileMark({ media: { kind, address, sizes, alt, name } }: { media: Media }) {
  if (kind === "picture" || kind === "drawing") {
    const small = sizes.find(({ width }) => width >= 300)?.address ?? sizes.at(-1)?.address ?? address
    return <img src={small} alt={alt || name} loading="lazy" className="size-full object-contain" />
  }
  const Icon = ICONS[kind]
  return <Icon aria-hidden className="size-8 text-faint" />
}

const ICONS = { video: Film, sound: Music, font: Type, file: FileText }
