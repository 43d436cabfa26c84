import { useCan } from "@countersign/core/web"
import { mediaAccess } from "../../../contract.ts"
import type { ElementNode } from "../../../document.ts"
import { sendFile } from "../../media/send-file.ts"
import { UploadButton } from "../insert/UploadButton.tsx"
import { useStore } from "../store/use-editor.ts"

/** Another picture in place of this one, from this machine. */
export function PictureField({ node }: { node: ElementNode }) {
  const store = useStore()
  const maySend = useCan()(mediaAccess.manage)
  if (!store.mayEdit || !maySend) return null
  async function replace([file]: readonly File[]): Promise<void> {
    if (!file) return
    try {
      const { media, notes } = await sendFile(file)
      store.perform({
        name: "Picture",
        commands: [
          {
            type: "setAttributes",
            document: store.ref,
            node: node.id,
            // What the old one was called and how large it was says nothing of the new one.
            set: { src: media.address, alt: media.alt, srcset: null, sizes: null, width: null, height: null },
          },
        ],
      })
      if (notes.length > 0) store.tell(`${file.name}: ${notes.join(" ")}`)
    } catch (error) {
      store.tell(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <div>
      <UploadButton label="Upload another picture" accept="image/*" onFiles={replace} />
    </div>
  )
}
