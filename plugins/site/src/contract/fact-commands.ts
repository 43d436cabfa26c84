/** Facts of a site and the commands that change them, as they travel. What a value may be, the library says in a sentence. */
import { line } from "@countersign/core/contract"
import { z } from "zod"
import { LIMITS } from "./limits.ts"

const Id = z.string().min(1).max(60)
const Address = z.string().max(10_000)
const Words = z.string().max(10_000)
/** Wide ends, so that the library is asked. */
const Whole = z.int().min(-1_000_000).max(1_000_000)
export const Amount = z.number().min(-1_000_000).max(1_000_000)
const Hosts = z.array(z.string().max(300)).max(1_000)

export const PageFacts = z.strictObject({
  address: Address.optional(),
  description: Words.optional(),
  image: Id.optional(),
  language: Id.optional(),
  noindex: z.literal(true).optional(),
  seoTitle: Words.optional(),
})

export const TemplateFor = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("everywhere") }),
  z.strictObject({ type: z.literal("notFound") }),
  z.strictObject({ type: z.literal("postTypes"), slugs: z.array(Id).min(1).max(100) }),
])
const TemplateFacts = z.strictObject({ target: TemplateFor, priority: z.int().min(0).max(1_000_000) })

const SiteSettings = z.strictObject({
  name: line("The name of a site", 10_000).optional(),
  language: Id.optional(),
  description: Words.optional(),
  image: Id.optional(),
  resourceHosts: Hosts.optional(),
  frameHosts: Hosts.optional(),
})

export const Breakpoint = z.strictObject({ id: Id, name: line("The name of a breakpoint", 10_000), width: Whole })

const ColorToken = z.strictObject({
  value: Words,
  dark: Words.optional(),
  category: Words.optional(),
  shades: Whole.optional(),
  tints: Whole.optional(),
  alphas: z.array(Whole).max(100).optional(),
})
const FontFile = z.strictObject({
  media: Id,
  weight: z.string().max(20),
  style: z.enum(["normal", "italic"]),
  unicodeRange: Words.optional(),
})
const FontToken = z.strictObject({
  name: line("The name of a font", 10_000),
  family: Words.optional(),
  fallback: Words,
  files: z.array(FontFile).max(1_000).optional(),
})
const ScaleEnd = z.strictObject({ size: Amount, ratio: Amount, width: Amount })
const Scale = z.strictObject({
  of: z.enum(["text", "space"]),
  steps: z.array(z.string().max(100)).max(100),
  base: Whole,
  min: ScaleEnd,
  max: ScaleEnd,
})
const named = <T extends z.ZodType>(token: T) => z.record(z.string().max(200), token)

export const RedirectTo = z.union([z.strictObject({ page: Id }), z.strictObject({ address: Address })])

export const Facts = z.strictObject({
  settings: SiteSettings,
  breakpoints: z.array(Breakpoint),
  tokens: z.strictObject({ colors: named(ColorToken), fonts: named(FontToken), scales: named(Scale) }),
  pages: named(PageFacts),
  templates: named(TemplateFacts),
  redirects: z.record(Address, RedirectTo),
})

export const ScriptRuntime = z.strictObject({
  documents: z.array(z.string().max(100)).max(10_000).nullable(),
  place: z.enum(["head", "bodyEnd"]),
  module: z.boolean(),
})
export const Script = z.strictObject({
  id: Id,
  path: z.string().max(1_000),
  content: z.string().max(LIMITS.text),
  runtime: ScriptRuntime,
})

export const factCommands = [
  z.strictObject({
    type: z.literal("page.set"),
    page: Id,
    set: nullable(PageFacts),
    redirect: z.boolean().optional(),
  }),
  z.strictObject({ type: z.literal("redirect.set"), from: Address, to: RedirectTo.nullable() }),
  z.strictObject({ type: z.literal("template.set"), template: Id, facts: TemplateFacts.nullable() }),
  z.strictObject({ type: z.literal("setting.set"), set: nullable(SiteSettings) }),
  z.strictObject({ type: z.literal("breakpoints.set"), breakpoints: z.array(Breakpoint).min(1).max(100) }),
  z.strictObject({
    type: z.literal("setTokens"),
    set: z.strictObject({
      colors: named(ColorToken.nullable()).optional(),
      fonts: named(FontToken.nullable()).optional(),
      scales: named(Scale.nullable()).optional(),
    }),
  }),
  z.strictObject({ type: z.literal("asset.set"), script: Script }),
  z.strictObject({ type: z.literal("asset.remove"), script: Id }),
] as const

type NullableShape<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape]: Shape[Name] extends z.ZodOptional<infer Inner extends z.ZodType>
    ? z.ZodOptional<z.ZodNullable<Inner>>
    : never
}

/** The same fields, each of which may be taken away. */
function nullable<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
  const fields = Object.entries(schema.shape).map(([name, field]) => [
    name,
    z.nullable((field as z.ZodOptional<z.ZodType>).unwrap()).optional(),
  ])
  return z.strictObject(Object.fromEntries(fields) as NullableShape<Shape>)
}
