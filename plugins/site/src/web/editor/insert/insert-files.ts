import type { Place } from "../../../document.ts"
import { sendFile } from "../../media/send-file.ts"
import type { EditorStore } from "../store/editor-store.ts"
import { insertHtml } from "./insert-html.ts"
import { mediaModule } from "./modules.ts"

/** Puts files into the library and what shows them onto the page: there, or where it fits beside what is selected. */
export async function insertFiles(
  store: EditorStore,
  files: readonly File[],
  place: Place | null,
  send: typeof sendFile = sendFile,
): Promise<void> {
  for (const file of files) {
    try {
      const { media, notes } = await send(file)
      const { html, name } = mediaModule(media)
      await insertHtml(store, html, `Insert ${name}`, { there: place })
      if (notes.length > 0) store.tell(`${file.name}: ${notes.join(" ")}`)
    } catch (error) {
      store.tell(error instanceof Error ? error.message : String(error))
    }
  }
}
