/** Versions of the site, and what visitors get. */
import { cardWords, Instant, line, procedure } from "@countersign/core/contract"
import { z } from "zod"
import { publicationAccess } from "./access.ts"
import { DocumentRef } from "./command.ts"

const Number_ = z.int().min(1).max(2_147_483_647)
const Changed = z.object({
  /** Its type and its id: `page:home`. */
  id: z.string(),
  title: z.string(),
  change: z.enum(["added", "changed", "removed"]),
})
const Shared = z.enum(["styles", "settings", "tokens", "breakpoints", "redirects"])
/** What changes for all pages at once. */
export type SharedPart = z.infer<typeof Shared>

/** What people call it, on the page and on cards. */
export const SHARED_WORDS: Readonly<Record<SharedPart, string>> = {
  styles: "Styles or scripts of all pages",
  settings: "Name, language or other settings of the site",
  tokens: "Colours, fonts and sizes",
  breakpoints: "Widths of screens",
  redirects: "Old addresses that lead on",
}
const Published = z.object({
  number: z.int(),
  /** Addresses that answer otherwise than before. */
  addresses: z.int(),
  changed: z.array(Changed),
  /** What an author should mend; the site is published without it. */
  problems: z.array(z.string()),
})

/** As they are in memory: such an answer goes to a route, which sends it as it is, and never as JSON. */
const Bytes = z
  .unknown()
  .refine((value) => value instanceof Uint8Array)
  .meta({ type: "string", format: "binary" }) as unknown as z.ZodType<Uint8Array<ArrayBuffer>>

/** An answer as it is sent. */
const Served = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: Bytes.nullable(),
  /** Of a file too large to be sent whole: it is asked for by ranges. */
  inPieces: z.int().optional(),
})
export type Served = z.infer<typeof Served>

/** How long what a visit says may be, in characters. */
export const VISIT_LIMITS = { path: 4_000, ifNoneMatch: 4_000, range: 200, ifRange: 400 } as const

export const publishProcedures = {
  listUnpublished: procedure({
    summary: "List the documents whose draft differs from what is published.",
    effect: "read",
    access: publicationAccess.read,
    input: z.object({}),
    output: z.object({
      /** What visitors see now; 0 before anything was published. */
      version: z.int(),
      changed: z.array(
        Changed.extend({
          /** Of a page, without its first slash: two may have one title. Null for the others. */
          address: z.string().nullable(),
          /** The sequence at which visitors see it; null for what is new. */
          shownAt: z.int().nullable(),
          /** What of it visitors would see otherwise, in a few words; empty for what is new or goes. */
          what: z.array(z.string()),
        }),
      ),
      shared: z.array(Shared),
      sequence: z.int(),
    }),
  }),
  publish: procedure({
    summary: "Publish the draft: the whole site, or only the documents that are named.",
    effect: "mutate",
    access: publicationAccess.manage,
    input: z.object({
      documents: cardWords(z.array(DocumentRef).min(1).max(1_000).optional(), { label: "Documents" }),
      /** With single documents: whether styles, scripts and settings go along. */
      styles: cardWords(z.boolean().default(true), { label: "With styles and settings" }),
      /** What the card showed: the draft at this sequence is published, whatever was written since. */
      sequence: cardWords(z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(), { label: "Draft" }),
    }),
    output: Published,
  }),
  rollback: procedure({
    summary: "Bring an earlier version of the site back. Rows of systems, incidents and the like stay those of today.",
    effect: "mutate",
    access: publicationAccess.manage,
    input: z.object({ number: cardWords(Number_, { label: "Brought back" }) }),
    output: Published,
  }),
  listPublications: procedure({
    summary: "List the versions of the site that were published, the latest first.",
    effect: "read",
    access: publicationAccess.read,
    input: z.object({ before: Number_.optional(), limit: z.int().min(1).max(100).default(20) }),
    output: z.object({
      current: z.int(),
      publications: z.array(
        z.object({
          number: z.int(),
          at: Instant,
          by: z.string(),
          restores: z.int().nullable(),
          sequence: z.int(),
          changed: z.array(z.string()),
        }),
      ),
      next: z.int().nullable(),
    }),
  }),
  createPreview: procedure({
    summary: "Make a link that shows the draft as it is now to whoever has it, for two weeks or until it is revoked.",
    effect: "mutate",
    access: publicationAccess.manage,
    input: z.object({}),
    once: "The link was made, and was shown once. Revoke it and make another if you did not see it.",
    output: z.object({ id: z.uuid(), link: z.string(), expiresAt: Instant }),
  }),
  listPreviews: procedure({
    summary: "List the preview links that still work.",
    effect: "read",
    access: publicationAccess.read,
    input: z.object({}),
    output: z.object({
      previews: z.array(
        z.object({ id: z.uuid(), by: z.string(), sequence: z.int(), createdAt: Instant, expiresAt: Instant }),
      ),
    }),
  }),
  revokePreview: procedure({
    summary: "Let a preview link show nothing any more.",
    effect: "mutate",
    access: publicationAccess.manage,
    input: z.object({ id: z.uuid().toLowerCase() }),
    output: z.object({ revoked: z.boolean() }),
  }),
  publicPages: procedure({
    summary: "List the published pages of the site.",
    effect: "read",
    access: "anyone",
    input: z.object({ limit: z.int().min(1).max(1_000).default(100), offset: z.int().min(0).max(100_000).default(0) }),
    output: z.object({
      rows: z.array(z.object({ id: z.string(), title: z.string(), address: z.string() })),
      total: z.int(),
    }),
  }),
  /** The addresses of the site's origin; see `server/serve`. */
  serve: procedure({
    summary: "Answer a visit of the public site.",
    effect: "read",
    access: "internal",
    input: z.object({
      path: line("An address", VISIT_LIMITS.path),
      encoding: z.enum(["br", "gzip"]).nullable(),
      ifNoneMatch: z.string().max(VISIT_LIMITS.ifNoneMatch).nullable(),
      range: z.string().max(VISIT_LIMITS.range).nullable(),
      ifRange: z.string().max(VISIT_LIMITS.ifRange).nullable(),
    }),
    output: Served,
  }),
  servePreview: procedure({
    summary: "Show the draft to whoever has a preview link.",
    effect: "read",
    access: "internal",
    input: z.object({ token: line("A token", 100), path: z.string().max(4_000) }),
    output: Served,
  }),
}
