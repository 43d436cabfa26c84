import { readFile } from "node:fs/promises"
import { command, UsageError } from "@countersign/core/cli"
import { catalogContract, IMPORT_FORMATS, type ImportFormat } from "../contract.ts"
import { planLines } from "./plan-lines.ts"

export const importCommand = command({
  name: "catalog import",
  summary: "Show what a CSV or YAML file would change in the catalog; --apply carries it out, all of it or nothing.",
  arguments: ["FILE"],
  options: { format: { type: "string", value: "csv|yaml" }, apply: { type: "boolean" } },
  async run({ arguments: [file = ""], options, print, withPlatform }) {
    const format = formatOf(file, options.format)
    const text = await readText(file)
    return withPlatform(async ({ call, change }) => {
      const plan = await call(catalogContract.importCatalog, { format, text, mode: "preview" })
      for (const line of planLines(plan)) print(line)
      const { create, update, error } = plan.summary
      if (error > 0) {
        print("Nothing was changed. Correct the file and run this again.")
        return 1
      }
      if (create + update === 0) print("There is nothing to do.")
      else if (!options.apply) print("Nothing was changed yet. Run this again with --apply to carry it out.")
      else {
        const { summary } = await change(catalogContract.importCatalog, { format, text, mode: "apply" })
        print(`Done: ${summary.create} created, ${summary.update} changed.`)
      }
      return 0
    })
  },
})

function formatOf(file: string, asked: string | undefined): ImportFormat {
  const ending = /\.(csv|ya?ml)$/i.exec(file)?.[1]?.toLowerCase().replace("yml", "yaml")
  const format = IMPORT_FORMATS.find((one) => one === (asked ?? ending))
  if (!format) throw new UsageError("--format takes csv or yaml; it is needed where the file's name does not end so.")
  return format
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8")
  } catch {
    throw new UsageError(`The file "${file}" cannot be read.`)
  }
}
