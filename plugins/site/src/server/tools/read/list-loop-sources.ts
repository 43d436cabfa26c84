import type { KindEntry } from "@countersign/core/contract"
import type { LoopField, SourceWords } from "../../../contract/loop-source.ts"

type Sourced = KindEntry & { readonly words: SourceWords }

/** What a loop can show, each with the tokens of its fields and a loop to begin with. */
export function listLoopSources(entries: readonly Sourced[]) {
  return {
    sources: entries.map(({ description, words }) => ({
      id: words.id,
      title: words.title,
      description,
      live: words.live ?? false,
      fields: words.fields.map(fieldOf),
      html: `<cs-loop data-source="${words.id}" data-limit="10"><p>{currentEntry.${words.fields[0]?.id ?? "id"}}</p></cs-loop>`,
    })),
  }
}

export function listPostTypes(entries: readonly Sourced[]) {
  const postTypes = entries.map(({ id, title, words }) => ({
    slug: id,
    label: title,
    fields: words.fields.map(fieldOf),
  }))
  const note = "No plugin brings post types here. Use templates for every page, and loops over the sources there are."
  return postTypes.length > 0 ? { postTypes } : { postTypes, note }
}

function fieldOf({ id, title, type }: LoopField) {
  return { id, title, type, token: `{currentEntry.${id}}` }
}
