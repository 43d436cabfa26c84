import { useCall, useCan } from "@countersign/core/web"
import { SearchInput, Skeleton, TextLink } from "@countersign/ui"
import { type PointerEvent, useEffect, useRef, useState } from "react"
import { mediaAccess, siteContract } from "../../../contract.ts"
import { capital } from "../../words.ts"
import { watchPointer } from "../drag/drag.ts"
import { useStore } from "../store/use-editor.ts"
import { insertFiles } from "./insert-files.ts"
import { insertHtml, loadReader, withLabel } from "./insert-html.ts"
import {
  componentModule,
  ELEMENTS,
  type Module,
  type ModuleGroup,
  mediaModule,
  OUTLET,
  SECTIONS,
  SLOT,
} from "./modules.ts"
import { UploadButton } from "./UploadButton.tsx"

/** Everything that can be put onto the page: by a click behind what is selected, or dragged to where it goes. */
export function InsertPanel() {
  const store = useStore()
  const may = useCan()
  const [mayMedia, maySend] = [may(mediaAccess.read), may(mediaAccess.manage)]
  const [text, setText] = useState("")
  const components = useCall(siteContract.listDocuments, { type: "visualComponent" })
  const loops = useCall(siteContract.listLoopSources, {}, { builtIn: true })
  const media = useCall(siteContract.listMedia, { limit: 50 }, { enabled: mayMedia })
  const own = store.ref.type === "visualComponent" ? store.ref.id : null
  const groups: readonly ModuleGroup[] = [
    ELEMENTS,
    SECTIONS,
    {
      name: "Components",
      modules: (components.data?.documents ?? []).filter(({ id }) => id !== own).map(componentModule),
    },
    {
      name: "Loops",
      modules: (loops.data?.sources ?? []).map(({ id, title, html }) => ({
        id: `loop.${id}`,
        name: capital(title),
        html,
      })),
    },
    ...(own === null ? [] : [{ name: "Of a component", modules: [SLOT] }]),
    ...(store.ref.type === "template" ? [{ name: "Template", modules: [OUTLET] }] : []),
    { name: "Media", modules: (media.data?.media ?? []).map(mediaModule) },
  ]
  const wanted = text.trim().toLowerCase()
  const found = groups
    .map(({ name, modules }) => ({
      name,
      modules: modules.filter((module) => module.name.toLowerCase().includes(wanted)),
    }))
    .filter(({ modules }) => modules.length > 0)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto">
      <SearchInput label="Search what to insert" value={text} onChange={setText} />
      {found.length === 0 && <p className="text-muted text-table">Nothing is called like that.</p>}
      {found.map(({ name, modules }) => (
        <section key={name} aria-label={name} className="flex flex-col gap-1">
          <h3 className="font-medium text-muted text-table">{name}</h3>
          <div className="grid grid-cols-2 gap-1">
            {modules.map((module) => (
              <ModuleButton key={module.id} module={module} />
            ))}
          </div>
        </section>
      ))}
      {/* Below what is known: nothing moves away under a pointer when it has been read. */}
      {components.isPending && <Skeleton lines={3} label="Reading components" />}
      {maySend && wanted === "" && (
        <div className="flex flex-col items-start gap-1">
          <UploadButton
            label="Upload a picture or file"
            multiple
            onFiles={(files) => insertFiles(store, files, null).then(() => void media.refetch())}
          />
          <p className="text-muted text-table">
            It goes into <TextLink href="/site/media">the library</TextLink> and onto the page. You can also drop it on
            the canvas, or paste it.
          </p>
        </div>
      )}
    </div>
  )
}

function ModuleButton({ module }: { module: Module }) {
  const store = useStore()
  const reader = useRef<typeof import("./read-html.ts") | null>(null)
  useEffect(() => {
    // A drag has no time to wait for it.
    loadReader().then(
      (loaded) => {
        reader.current = loaded
      },
      // Told where something is inserted.
      () => {},
    )
  }, [])

  function pointerDown(event: PointerEvent): void {
    if (event.button !== 0 || event.pointerType === "touch") return
    watchPointer(event.nativeEvent, store, {
      dragged() {
        const read = reader.current?.readHtml(store.get().site, module.html, store.nextId)
        const fragment = read?.ok ? withLabel(read.fragment, module.label) : null
        return fragment && { kind: "new", fragment, name: module.name }
      },
    })
  }

  return (
    <button
      type="button"
      className="min-h-8 break-words rounded-md border border-line bg-surface px-2 py-1 text-left text-table leading-tight hover:bg-hover pointer-coarse:min-h-10"
      onPointerDown={pointerDown}
      onClick={() => void insertHtml(store, module.html, `Insert ${module.name}`, { label: module.label })}
    >
      {module.name}
    </button>
  )
}
