import { Instant, line, procedure } from "@countersign/core/contract"
import { z } from "zod"
import { mediaAccess } from "./access.ts"

const MEDIA_KINDS = ["picture", "drawing", "video", "sound", "font", "file"] as const
const Id = z.string().regex(/^[0-9a-z]{1,20}$/, "There is no file with this id. List the media to find the right one.")
const Name = line("The name of a file", 200)
const Alt = z.string().trim().max(1_000)

const Size = z.object({ width: z.int(), height: z.int(), address: z.string(), bytes: z.int() })
export const Media = z.object({
  id: Id,
  /** Where pages find it. It stays when the file is replaced. */
  address: z.string(),
  name: z.string(),
  /** What a page says in place of it, unless it says something else there. */
  alt: z.string(),
  kind: z.enum(MEDIA_KINDS),
  type: z.string(),
  bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** The same picture in smaller, the smallest first. */
  sizes: z.array(Size),
  updatedAt: Instant,
})
export type Media = z.infer<typeof Media>

/** A document, or a stylesheet, that shows or links the file. */
const Use = z.object({
  type: z.enum(["page", "template", "visualComponent", "stylesheet"]),
  id: z.string(),
  title: z.string(),
})
export type MediaUse = z.infer<typeof Use>

const Kept = z.object({ media: Media, notes: z.array(z.string()) })

export const mediaProcedures = {
  uploadMedia: procedure({
    summary: "Keep a picture, film, font or file that was sent to the library of the site.",
    effect: "mutate",
    access: mediaAccess.manage,
    input: z.object({ name: Name, alt: Alt.default("") }),
    output: Kept,
  }),
  replaceMedia: procedure({
    summary: "Put another file in place of one in the library. Its address stays.",
    effect: "mutate",
    access: mediaAccess.manage,
    input: z.object({ id: Id, name: Name }),
    output: Kept,
  }),
  listMedia: procedure({
    summary: "List the pictures, films, fonts and files of the site, the latest first.",
    effect: "read",
    access: mediaAccess.read,
    input: z.object({
      kind: z.enum(MEDIA_KINDS).optional(),
      search: z.string().trim().max(200).optional(),
      limit: z.int().min(1).max(200).default(50),
      after: Id.optional(),
    }),
    output: z.object({ media: z.array(Media), next: Id.nullable(), usedBytes: z.int(), mostBytes: z.int() }),
  }),
  getMedia: procedure({
    summary: "Read one file of the library, and where it is used.",
    effect: "read",
    access: mediaAccess.read,
    input: z.object({ id: Id }),
    output: z.object({ media: Media, usedIn: z.array(Use) }),
  }),
  updateMedia: procedure({
    summary: "Change the name of a file, or what is said in place of it. Its address stays.",
    effect: "mutate",
    access: mediaAccess.manage,
    input: z.object({ id: Id, name: Name.optional(), alt: Alt.optional() }),
    output: Media,
  }),
  deleteMedia: procedure({
    summary: "Delete a file from the library. Pages that show it show nothing in its place.",
    effect: "destructive",
    access: mediaAccess.manage,
    input: z.object({ id: Id, evenIfUsed: z.boolean().default(false) }),
    output: z.object({ usedIn: z.array(Use) }),
  }),
  readMedia: procedure({
    summary: "Read a piece of a file of the library, by its address.",
    effect: "read",
    access: mediaAccess.read,
    input: z.object({
      file: z.string().min(1).max(200),
      from: z
        .int()
        .min(0)
        .max(2 ** 40)
        .default(0),
    }),
    output: z.object({
      type: z.string(),
      name: z.string(),
      hash: z.string(),
      bytes: z.int(),
      /** One character for each byte. */
      piece: z.string(),
      next: z.int().nullable(),
    }),
  }),
}
