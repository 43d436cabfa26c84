/** The one tool that reaches outside: a font of Google's is fetched, kept among the media, and bound to its name. */
import type { ParsedInputOf, ResultOf } from "@countersign/core/contract"
import { type Ctx, ForbiddenError, holds, InvalidInputError, implement } from "@countersign/core/server"
import { mediaAccess, siteContract } from "../../../contract.ts"
import type { FontFile } from "../../../document.ts"
import { hashOf } from "../../files/file-store.ts"
import { type MadeMedia, makeMedia } from "../../media/make-media.ts"
import { addMedia, findMedia } from "../../media/media-store.ts"
import { demandRoom, shown } from "../../media/media-verbs.ts"
import { lockSite } from "../../site-store.ts"
import { loadMedia } from "../media/find-media.ts"
import { loadSite } from "../run/load-site.ts"
import { commit, refusing } from "../run/make-verb.ts"
import { type FetchedFace, fetchFont, wantedFont } from "./google-fonts.ts"
import { setFontTokens as run } from "./set-font-tokens.ts"

type Input = ParsedInputOf<typeof siteContract.setFontTokens>

export const setFontTokens = implement(siteContract.setFontTokens, async (ctx, input) => {
  const wanted = input.tokens.filter(({ googleFamily }) => googleFamily !== undefined)
  if (wanted.length > 0 && !holds(ctx.principal, mediaAccess.manage))
    throw new ForbiddenError(
      "Fonts of Google's are kept among the media, which needs the permission site.media.manage.",
    )
  // Before the site is locked: nobody waits for Google.
  const faces = new Map<string, FetchedFace[]>()
  for (const said of wanted) {
    const font = refusing(() => wantedFont({ ...said, googleFamily: said.googleFamily! }))
    faces.set(said.googleFamily!, await fetchFont(ctx.runtime.egress, font))
  }
  const fetched = new Map<string, readonly FontFile[]>()
  for (const [family, list] of faces) fetched.set(family, await kept(ctx, family, list))
  const media = await mediaNamed(ctx, input)
  const sequence = await lockSite(ctx.tx)
  const site = await loadSite(ctx, sequence, [])
  const { data } = await commit(ctx, sequence, (context) => run(site, input, { ...context, media, fetched }))
  return data as ResultOf<typeof siteContract.setFontTokens>
})

export function mediaNamed(ctx: Ctx, { tokens }: Input) {
  return loadMedia(
    ctx,
    tokens.flatMap(({ familyId = "" }) => (/^[0-9a-z]{1,20}$/.test(familyId) ? [familyId] : [])),
  )
}

/** Files that are there already, byte for byte, are used again. */
async function kept(ctx: Ctx, family: string, faces: readonly FetchedFace[]): Promise<FontFile[]> {
  const named = faces.map((face) => ({ name: nameOf(family, face), bytes: face.bytes }))
  const made = (await makeMedia(named, { sizes: false, signal: ctx.abort })).map((one): MadeMedia => {
    if ("refused" in one) throw new InvalidInputError(one.refused)
    if (one.kind !== "font") throw new InvalidInputError(`What Google sent of ${family} is no font.`)
    return one
  })
  const known = new Map((await findMedia(ctx.tx)).map(({ hash, id }) => [hash, id]))
  await demandRoom(ctx, ...made.filter((font) => !known.has(hashOf(font))))
  const files: FontFile[] = []
  for (const [at, { weight, style, unicodeRange }] of faces.entries()) {
    const font = made[at]!
    const hash = hashOf(font)
    let id = known.get(hash)
    if (id === undefined) {
      const [added] = await addMedia(ctx.tx, [{ name: named[at]!.name, alt: "", made: font }])
      id = added!.id
      known.set(hash, id)
      const { resource } = mediaAccess.manage
      ctx.audit({ thing: { type: resource, id, name: added!.name }, before: null, after: shown(added!) })
    }
    files.push({ media: id, weight, style, ...(unicodeRange && { unicodeRange }) })
  }
  return files
}

function nameOf(family: string, { weight, style, subset }: FetchedFace): string {
  const words = [family.trim(), weight.replace(" ", "-"), ...(style === "italic" ? ["italic"] : []), subset]
  return `${words
    .join(" ")
    .replace(/[^\p{L}\p{N} .-]+/gu, "")
    .trim()
    .slice(0, 150)}.woff2`
}
