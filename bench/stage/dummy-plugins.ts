import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { bundleServer } from "../../scripts/bundle.mjs"
import { root } from "./product.ts"

const VERBS = 30
// In and out: with what each of their schemas is made of, about forty schemas a verb. The product has 4,700 for its 255 verbs.
const FIELDS = 4
const TOOLS = 10

/**
 * Bundles the product with so many plugins more, each with the text, the schemas and the parts of one with thirty verbs.
 * They are written out, so that reading them costs what reading a plugin costs. @returns the program's path
 */
export async function bundleWithDummies(count: number): Promise<{ program: string; remove(): void }> {
  const folder = join(root, "dist", `bench-${count}-more`)
  mkdirSync(join(folder, "src"), { recursive: true })
  const names = Array.from({ length: count }, (_, index) => `dummy${index}`)
  for (const name of names) writeFileSync(join(folder, "src", `${name}.ts`), dummy(name))
  const main = `
    import { plugins } from "../../../apps/server/src/plugins.ts"
    import { runServer } from "../../../apps/server/src/run-server.ts"
    ${names.map((name) => `import { ${name} } from "./${name}.ts"`).join("\n")}
    await runServer(process.env, { plugins: [...plugins, ${names.join(", ")}] })`
  writeFileSync(join(folder, "src", "main.ts"), main)
  await bundleServer({ main: join(folder, "src", "main.ts") }, join(folder, "server"))
  return {
    program: join(folder, "server", "main.js"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function dummy(id: string): string {
  const numbers = Array.from({ length: VERBS }, (_, index) => index)
  const fields = (verb: number) =>
    Array.from(
      { length: FIELDS },
      (_, at) =>
        `field${at}: z.string().trim().max(200).optional().describe("What field ${at} of verb ${verb} is for, in a sentence.")`,
    )
  return `
    import { defineAccess, defineContract, defineEvent, procedure } from "@countersign/core/contract"
    import { definePlugin, defineTool, implement, job } from "@countersign/core/server"
    import { sql } from "drizzle-orm"
    import { z } from "zod"
    const access = defineAccess("${id}.thing", { read: "See the things of ${id}", manage: "Change the things of ${id}" })
    ${numbers.map((verb) => `const Shape${verb} = z.object({ id: z.uuid(), ${fields(verb).join(", ")} })`).join("\n")}
    const contract = defineContract("${id}", {
      ${numbers.map((verb) => `verb${verb}: procedure({ summary: "Does what verb ${verb} of ${id} does.", effect: "${verb % 2 ? "mutate" : "read"}", access: access.${verb % 2 ? "manage" : "read"}, input: z.object({ ${fields(verb).join(", ")} }), output: z.object({ items: z.array(Shape${verb}) }) })`).join(",\n")},
      tidy: procedure({ summary: "Tidies up.", effect: "mutate", access: "internal", input: z.object({}), output: z.object({}) }),
    })
    const happened = defineEvent("${id}.happened", { summary: "Something happened.", payload: Shape0, about: { type: "${id}.thing", path: "id" }, access: access.read })
    ${numbers
      .map(
        (verb) => `const verb${verb} = implement(contract.verb${verb}, async (ctx, input) => {
        const { rows } = await ctx.tx.execute(sql\`SELECT * FROM ${id}.thing WHERE name = \${input.field0 ?? ""} LIMIT 10\`)
        ${verb % 2 ? `if (rows.length > 0) ctx.audit({ thing: { type: "${id}.thing", id: String(rows[0].id), name: "Thing" }, before: rows[0], after: input })` : ""}
        return { items: rows }
      })`,
      )
      .join("\n")}
    const tidy = implement(contract.tidy, async () => ({}))
    export const ${id} = definePlugin({
      id: "${id}",
      contract,
      access: [access],
      migrations: [{ name: "0001-thing", sql: "CREATE TABLE ${id}.thing (id uuid PRIMARY KEY, name text NOT NULL)" }],
      verbs: { ${numbers.map((verb) => `verb${verb}`).join(", ")}, tidy },
      events: [happened],
      tools: [${numbers
        .filter((verb) => verb % 2 === 0)
        .slice(0, TOOLS)
        .map(
          (verb) =>
            `defineTool({ name: "verb${verb}", verb: verb${verb}, description: "Call it to have verb ${verb} done." })`,
        )
        .join(", ")}],
      jobs: [job("${id}.tidy", tidy, { schedule: "7 3 * * *" })],
    })`
}
