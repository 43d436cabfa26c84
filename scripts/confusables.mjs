/**
 * Makes the table of characters that look alike from Unicode's own file, for a migration to carry:
 *
 *     node scripts/confusables.mjs confusables.txt > packages/core/migrations/confusables-16.ts
 *
 * The file is https://www.unicode.org/Public/security/16.0.0/confusables.txt; ICU ships the same one as
 * source/data/unidata/confusables.txt. A table that a migration carries never changes: a newer Unicode is a new file, and a
 * migration that makes the columns anew.
 */
import { readFileSync } from "node:fs"

const file = readFileSync(process.argv[2], "utf8")
const version = /^# Version: (\d+)\.\d+\.\d+$/m.exec(file)?.[1]
if (!version) throw new Error(`${process.argv[2]} is not Unicode's confusables.txt: it names no version.`)
const date = /^# Date: (\S+),/m.exec(file)?.[1]

const text = (codes) =>
  codes
    .trim()
    .split(/\s+/)
    .map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .join("")
const prototypes = {}
for (const [, from, to] of file.matchAll(/^([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA/gm)) {
  const character = text(from)
  // The skeleton is made of decomposed text: what decomposes never meets the table.
  if (character.normalize("NFD") === character) prototypes[character] = text(to)
}

process.stdout.write(`/**
 * Which characters look like which: confusables.txt of Unicode ${version}.0.0, ${date}, made into JSON by
 * scripts/confusables.mjs. Copyright (c) Unicode, Inc., under the Unicode License v3 (https://www.unicode.org/license.txt).
 */
export const CONFUSABLES_${version} =
  ${JSON.stringify(JSON.stringify(prototypes))}
`)
