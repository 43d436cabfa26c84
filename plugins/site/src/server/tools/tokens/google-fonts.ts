/** Fonts that Google gives away, fetched once and kept among the media of the site: visitors' browsers never ask Google. */
import { type Egress, EgressRefusedError, InvalidInputError } from "@countersign/core/server"
import { readSheet } from "../../../document/css/read-sheet.ts"
import type { FontFile } from "../../../document.ts"
import { readVariant, type Variant } from "./variants.ts"

const LISTS = "https://fonts.googleapis.com"
const FILES = "https://fonts.gstatic.com"

export interface WantedFont {
  readonly family: string
  readonly variants: readonly Variant[]
  readonly subsets: readonly string[]
}
export interface FontFace extends Pick<FontFile, "weight" | "style" | "unicodeRange"> {
  readonly subset: string
  readonly address: string
}
export interface FetchedFace extends FontFace {
  readonly bytes: Buffer
}

const USUAL = { variants: ["400", "700"], subsets: ["latin", "latin-ext"] }

export function wantedFont(said: {
  googleFamily: string
  variants?: readonly string[] | undefined
  subsets?: readonly string[] | undefined
}): WantedFont {
  const variants = said.variants?.length ? said.variants : USUAL.variants
  const subsets = said.subsets?.length ? said.subsets : USUAL.subsets
  return {
    family: said.googleFamily.trim(),
    variants: variants.map(readVariant),
    subsets: subsets.map((subset) => subset.trim().toLowerCase()),
  }
}

/** Every address that fetching it would reach, as far as it can be told before. */
export function addressesOf(font: WantedFont): string[] {
  return [listAddress(font), `${FILES}/`]
}

function listAddress({ family, variants }: WantedFont): string {
  const pairs = variants.map(({ weight, style }) => [style === "italic" ? 1 : 0, weight.replace(" ", "..")] as const)
  const sorted = pairs.toSorted(
    ([a, one], [b, other]) => a - b || Number.parseInt(one, 10) - Number.parseInt(other, 10),
  )
  const axes = sorted.map(([italic, weight]) => `${italic},${weight}`).join(";")
  const name = encodeURIComponent(family).replaceAll("%20", "+")
  return `${LISTS}/css2?family=${name}:ital,wght@${axes}&display=swap`
}

const MOST_FACES = 60
const MOST_FACE_BYTES = 2 * 1024 * 1024
const MOST_BYTES = 10 * 1024 * 1024
/** A change that nobody signs holds its transaction meanwhile, and those who take rights away wait for it. */
const MOST_MS = 20_000
const AT_ONCE = 6
/** To browsers that it does not know, Google gives files of another kind. */
const AS_BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"

export async function fetchFont(egress: Egress, font: WantedFont): Promise<FetchedFace[]> {
  const until = Date.now() + MOST_MS
  const list = await asked(egress, listAddress(font), { font, until, maxBytes: 1024 * 1024 })
  const faces = facesFor(font, readFaces(new TextDecoder().decode(list)))
  const fetched: FetchedFace[] = []
  for (let at = 0; at < faces.length; at += AT_ONCE)
    fetched.push(
      ...(await Promise.all(
        faces.slice(at, at + AT_ONCE).map(async (face) => ({
          ...face,
          bytes: await asked(egress, face.address, { font, until, maxBytes: MOST_FACE_BYTES }),
        })),
      )),
    )
  if (fetched.reduce((sum, { bytes }) => sum + bytes.length, 0) > MOST_BYTES) throw new InvalidInputError(TOO_MUCH)
  return fetched
}

const TOO_MUCH = "The font has more files than a page should load. Name fewer variants or subsets."

async function asked(
  egress: Egress,
  address: string,
  { font: { family }, until, maxBytes }: { font: WantedFont; until: number; maxBytes: number },
): Promise<Buffer> {
  const timeoutMs = Math.min(8_000, until - Date.now())
  if (timeoutMs <= 0) throw new InvalidInputError(`Google took too long to send the font ${family}. Try again later.`)
  try {
    const request = { httpsOnly: true, timeoutMs, maxBytes, headers: { "user-agent": AS_BROWSER } }
    const { status, body } = await egress.fetch(address, request)
    if (status === 200) return Buffer.from(body)
    if (status === 400 || status === 404)
      throw new InvalidInputError(
        `Google has no font "${family.slice(0, 100)}" with these variants. Check its name and variants at fonts.google.com.`,
      )
    throw new InvalidInputError(`Google answered ${status} when it was asked for the font ${family}. Try again later.`)
  } catch (error) {
    if (!(error instanceof EgressRefusedError)) throw error
    throw new InvalidInputError(
      `The font ${family} could not be fetched from ${new URL(address).host}. Upload its files to the media of the site instead, and name one as familyId.`,
    )
  }
}

/** The faces of a sheet, each with the subset that the comment before it names. */
export function readFaces(css: string): FontFace[] {
  const faces: FontFace[] = []
  let behind = 0
  for (const item of readSheet(css)) {
    const comment = css.slice(behind, item.start)
    behind = item.end
    if (item.kind !== "at" || item.name !== "@font-face") continue
    const said = new Map(
      item.items.flatMap((one) =>
        one.kind === "declaration" ? [[one.property, css.slice(one.value.start, one.value.end)] as const] : [],
      ),
    )
    const address = /url\(\s*["']?(https:[^"')\s]{1,2000})/.exec(said.get("src") ?? "")?.[1]
    if (!address || URL.parse(address)?.origin !== FILES) continue
    const unicodeRange = said.get("unicode-range")
    faces.push({
      subset: /\/\*\s*([^*\s]{1,60})\s*\*\/\s*$/.exec(comment.slice(-200))?.[1] ?? "",
      address,
      weight: (said.get("font-weight") ?? "400").trim(),
      style: said.get("font-style")?.trim() === "italic" ? "italic" : "normal",
      ...(unicodeRange && { unicodeRange }),
    })
  }
  return faces
}

const SUBSETS =
  "latin latin-ext cyrillic cyrillic-ext greek greek-ext vietnamese hebrew arabic devanagari bengali gujarati gurmukhi kannada malayalam tamil telugu thai khmer".split(
    " ",
  )

/** Scripts with many signs come in numbered parts, of which none is named: they are meant by a subset that no face is called. */
function facesFor({ family, subsets }: WantedFont, faces: readonly FontFace[]): readonly FontFace[] {
  const named = new Set(faces.map(({ subset }) => subset))
  const numbered = subsets.some((subset) => !named.has(subset) && !USUAL.subsets.includes(subset))
  const wanted = faces.filter(({ subset }) => subsets.includes(subset) || (numbered && /^\[\d+\]$/.test(subset)))
  if (wanted.length === 0) {
    // Only what we know by ourselves: an error says nothing in Google's words.
    const there = SUBSETS.filter((subset) => named.has(subset))
    throw new InvalidInputError(`The font ${family} has none of these subsets. It has ${there.join(", ") || "none"}.`)
  }
  if (wanted.length > MOST_FACES) throw new InvalidInputError(TOO_MUCH)
  return wanted
}
