import { browserTool } from "@countersign/core/contract"
import { z } from "zod"
import { chatAccess } from "./access.ts"

const Place = z.object({
  /** As the navigation calls it. */
  label: z.string().max(100),
  path: z.string().max(200),
})

export const pageProcedures = {
  showPage: browserTool({
    summary: "Show a page of Countersign in the operator's own tab.",
    words: "Opened a page",
    description:
      'Open a page in the operator\'s tab when they ask to see or open something ("show me checkout", "open the incident"). ' +
      "Pass `thing` with the type and id as another tool told them, for example catalog.system, or `page` with a path of the " +
      "navigation, for example /incidents; a path that is not there is answered with those that are. " +
      "Where the operator has unsaved work they are not moved: tell them. Never open pages that nobody asked for.",
    access: chatAccess.read,
    input: z
      .strictObject({
        thing: z
          .strictObject({
            type: z
              .string()
              .regex(/^[a-z][a-z0-9]*\.[a-zA-Z][a-zA-Z0-9]*$/)
              .max(100),
            id: z.uuid(),
          })
          .optional(),
        page: z
          .string()
          .regex(/^\/[a-z0-9/-]*$/)
          .max(200)
          .optional(),
      })
      .refine(({ thing, page }) => (thing === undefined) !== (page === undefined), {
        error: "Pass a thing or a page, and not both.",
      }),
    output: z.object({
      shown: z.boolean(),
      /** Why not, where it is not. */
      why: z.enum(["unsaved work", "no such page"]).nullable(),
      /** What the tab shows now, where it is what was asked for. */
      title: z.string().max(300).nullable(),
      path: z.string().max(300).nullable(),
      /** The pages there are, where another was asked for. */
      pages: z.array(Place).max(100).optional(),
    }),
    timeoutMs: 30_000,
  }),
}
