import { defineTool } from "@countersign/core/server"
import { listMedia } from "../../media/media-verbs.ts"
import { wordsOfMedia } from "../../whose-words.ts"

export const listMediaTool = defineTool({
  name: "listMedia",
  verb: listMedia,
  describe: ({ search }, say) => `Looked through the media${search ? ` for ${say.quote(search)}` : ""}`,
  description:
    "List pictures, films, sounds, fonts and files of the library, the latest first, with the ids for useMedia. search looks into names and alternative texts; go on with after: next.",
  scopes: ["site"],
  quotes: ({ result }) => (result?.media ?? []).map(({ id, name }) => wordsOfMedia(id, name)),
  projectResult: ({ media, next }) => ({
    media: media.map(({ id, address, name, alt, kind, width, height }) => ({
      id,
      address,
      name,
      alt,
      kind,
      ...(width !== null && { width, height }),
    })),
    next,
  }),
})
