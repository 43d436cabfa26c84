import type { z } from "zod"
import type { Ctx } from "../access/ctx.ts"
import { implement, type Verb } from "../access/implement.ts"
import type { Brought } from "../access/points/kinds.ts"
import type { Tool } from "../access/points/tool.ts"
import type { Kind, KindEntry } from "../contract/kind.ts"
import type { capabilityProcedures } from "../contract/kit/capabilities.ts"
import type { Procedure } from "../contract/procedure.ts"
import { NotFoundError } from "../errors.ts"
import { toJsonSchema } from "../http/json-schema.ts"
import { defineTool } from "../tools/tool.ts"

interface Procedures {
  listCapabilities: ReturnType<typeof capabilityProcedures>["listCapabilities"]
  getCapabilitySchema: Procedure<z.ZodType<{ kind: string }, { kind: string }>, z.ZodType>
}

/**
 * The verbs and tools behind `capabilityProcedures`: what is listed are the entries of these kinds, whoever brought them.
 * `more` says of an entry what the contract promises besides its configuration.
 */
export function capabilities<Contract extends Procedures, Entry extends KindEntry>(
  contract: Contract,
  kinds: readonly Kind<Entry>[],
  more: (entry: Brought<Entry>) => object = () => ({}),
) {
  const verbs = verbsFor(contract, kinds, more)
  return { verbs, tools: toolsFor(verbs, kinds) as readonly Tool[] }
}

function verbsFor<Contract extends Procedures, Entry extends KindEntry>(
  contract: Contract,
  kinds: readonly Kind<Entry>[],
  more: (entry: Brought<Entry>) => object,
) {
  return {
    listCapabilities: implement(contract.listCapabilities, async (ctx) => ({
      capabilities: listed(ctx, kinds).map(described),
    })),
    getCapabilitySchema: implement(contract.getCapabilitySchema, async (ctx, { kind }) => {
      const all = listed(ctx, kinds)
      const fitting = all.filter(({ name, entry }) => name === kind || entry.id === kind)
      const [found] = fitting
      if (!found || fitting.length > 1)
        throw new NotFoundError(
          `${fitting.length > 1 ? `Several are called "${kind}"` : `There is no "${kind}"`}. ` +
            `There are ${all.map(({ name }) => name).join(", ")}.`,
        )
      return { ...described(found), configSchema: toJsonSchema(found.entry.config, "input"), ...more(found.entry) }
    }) as Verb<Contract["getCapabilitySchema"]>,
  }
}

function toolsFor(
  { listCapabilities, getCapabilitySchema }: { [Name in keyof Procedures]: Verb<Procedures[Name]> },
  kinds: readonly { title: string }[],
) {
  const titles = kinds.map(({ title }) => title).join(" and ")
  return [
    defineTool({
      name: "listCapabilities",
      describe: () => `Looked at ${titles}`,
      verb: listCapabilities,
      description: `List the ${titles} of this installation. Call it before you propose something made of them. It takes no arguments.`,
      quotes: "nothing",
    }),
    defineTool({
      name: "getCapabilitySchema",
      describe: () => `Looked at one of the ${titles}`,
      verb: getCapabilitySchema,
      description: `Read what one of the ${titles} is configured with, as JSON Schema. Pass \`kind\` as listCapabilities names it.`,
      quotes: "nothing",
    }),
  ]
}

interface Listed<Entry extends KindEntry> {
  /** `strategy.http`. */
  name: string
  entry: Brought<Entry>
}

function listed<Entry extends KindEntry>(ctx: Ctx, kinds: readonly Kind<Entry>[]): Listed<Entry>[] {
  return kinds.flatMap((kind) =>
    ctx.kinds.all(kind).map((entry) => ({ name: `${nounOf(kind.id)}.${entry.id}`, entry })),
  )
}

function nounOf(kindId: string): string {
  return kindId.slice(kindId.indexOf(".") + 1)
}

function described({ name, entry: { title, description } }: Listed<KindEntry>) {
  return { kind: name, title, description }
}
