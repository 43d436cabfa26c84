import type { Ctx } from "@countersign/core/server"
import { helloSettings, salutation } from "../contract.ts"

/** The salutation, and what the settings want at the end of every greeting. */
export async function greetingWords(ctx: Ctx, to: string, way: string): Promise<string> {
  const { signature } = await ctx.settings(helloSettings)
  const beginning = ctx.kinds.demand(salutation, way).begin(to)
  return signature ? `${beginning} ${signature}` : beginning
}
