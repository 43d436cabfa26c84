import { InvalidInputError, implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"
import { guideOf } from "./guide.ts"

export const listDocs = implement(aiContract.listDocs, async (ctx, { section }) => {
  const { pages } = await guideOf(ctx.runtime)
  const sections = [...new Set(pages.map((page) => page.section))]
  if (section !== undefined && !sections.includes(section))
    throw new InvalidInputError(`The guide has no section "${section}". Its sections are ${sections.join(", ")}.`)
  return {
    pages: pages.filter((page) => section === undefined || page.section === section),
    sections,
    note: "If no title fits the question, the guide does not cover it: say so instead of searching again.",
  }
})
