import type { ParsedInputOf } from "@countersign/core/contract"
import type { siteContract } from "../../../contract.ts"
import type { ElementRecord, NodeRecord, Site } from "../../../document.ts"
import { nameOf, refuse } from "../../../document.ts"
import { wordsOfMedia } from "../../whose-words.ts"
import { demandUnlocked, findElement, placeNumbered } from "../run/find-node.ts"
import type { LibraryFile, Ran, RunContext } from "../run/runner.ts"
import { findMediaIn } from "./find-media.ts"

type Input = ParsedInputOf<typeof siteContract.useMedia>

/** A file of the library where it is wanted: in the element that shows it already, or in a new one inside of any other. */
export function useMedia(site: Site, input: Input, context: RunContext): Ran<{ nodeId: string; address: string }> {
  const media = findMediaIn(context, input.mediaId)
  const { document, node } = findElement(site, input.nodeId, input.document)
  demandUnlocked(document, node.id)
  if (media.kind === "font") refuse(`"${media.name}" is a font. Bind it to a name with setFontTokens.`)
  const { address } = media
  // The address has the name of the file in it, and the page says what the library says of a picture.
  const copiedFrom = [wordsOfMedia(media.id)]
  const set = settingsFor(node.tag, media, input.alt)
  const warnings = warningsFor(media, input.alt)
  if (set)
    return {
      commands: [{ type: "setAttributes", document: document.ref, node: node.id, set }],
      data: { nodeId: node.id, address },
      warnings,
      copiedFrom,
    }
  if (node.tag === "picture") refuse(`${nameOf(node)} shows what its img shows. Name that one.`)
  const nodes = shownBy(media, input.alt, context.nextId)
  const [shown] = nodes
  return {
    commands: [
      {
        type: "insert",
        document: document.ref,
        place: placeNumbered(document, node, input.index),
        fragment: { roots: [shown!.id], nodes },
      },
    ],
    data: { nodeId: shown!.id, address },
    warnings,
    copiedFrom,
  }
}

const IS_SHOWN_AS: Readonly<Record<string, readonly LibraryFile["kind"][]>> = {
  img: ["picture", "drawing"],
  video: ["video"],
  audio: ["sound"],
  source: ["picture", "drawing", "video", "sound"],
}

/** What an element that shows a file is given; null where it is none. Smaller sizes and measures come by themselves. */
function settingsFor(tag: string, media: LibraryFile, alt: string | undefined): Record<string, string | null> | null {
  if (tag === "a") return { href: media.address }
  const kinds = IS_SHOWN_AS[tag]
  if (!kinds) return null
  if (!kinds.includes(media.kind))
    refuse(`"${media.name}" is a ${media.kind}, which <${tag}> cannot show. Name the element that is to hold it.`)
  if (tag !== "img") return { src: media.address }
  return { src: media.address, alt: alt ?? media.alt, srcset: null, sizes: null, width: null, height: null }
}

function shownBy(media: LibraryFile, alt: string | undefined, nextId: () => string): NodeRecord[] {
  const element = (tag: string, attributes: ElementRecord["attributes"], children: string[] = []): ElementRecord => ({
    kind: "element",
    id: nextId(),
    tag,
    namespace: "html",
    attributes,
    classes: [],
    style: null,
    children,
  })
  if (media.kind === "video" || media.kind === "sound")
    return [
      element(media.kind === "video" ? "video" : "audio", [
        ["src", media.address],
        ["controls", ""],
      ]),
    ]
  if (media.kind === "picture" || media.kind === "drawing")
    return [
      element("img", [
        ["src", media.address],
        ["alt", alt ?? media.alt],
      ]),
    ]
  const text: NodeRecord = { kind: "text", id: nextId(), text: alt ?? (media.alt || media.name) }
  return [element("a", [["href", media.address]], [text.id]), text]
}

function warningsFor({ kind, alt, name }: LibraryFile, said: string | undefined): string[] {
  const isSeen = kind === "picture" || kind === "drawing"
  if (!isSeen || said !== undefined || alt !== "") return []
  return [`"${name}" has no text for those who do not see it. Pass alt, or an empty one if it only decorates.`]
}
