import { choicesFrom, useCall, useCan, useUrlState } from "@countersign/core/web"
import {
  Button,
  type Column,
  cx,
  DataTable,
  EmptyState,
  FilterBar,
  formatBytes,
  ListPage,
  ListSearch,
  Notice,
  SegmentedControl,
  Select,
  Skeleton,
  Time,
} from "@countersign/ui"
import { Image, LayoutGrid, List, Upload } from "lucide-react"
import { type DragEvent, type ReactNode, useRef, useState } from "react"
import { type Media, mediaAccess, siteContract } from "../../contract.ts"
import { FileMark } from "./FileMark.tsx"
import { MediaDrawer } from "./MediaDrawer.tsx"
import { useUploads } from "./use-uploads.ts"
import { KIND_WORDS } from "./words.ts"

const KINDS = Object.keys(KIND_WORDS) as Media["kind"][]
const FIRST = 50
const MOST = 200

export default function MediaPage() {
  const mayManage = useCan()(mediaAccess.manage)
  const [url, change] = useUrlState()
  const [limit, setLimit] = useState(FIRST)
  const kind = KINDS.find((one) => one === url.kind)
  const search = url.text || undefined
  const { data, error, refetch } = useCall(siteContract.listMedia, { kind, search, limit }, { keepPrevious: true })
  const uploads = useUploads(() => void refetch())
  const choose = useRef<HTMLInputElement>(null)
  const open = (id: string) => change({ media: id })
  const upload = mayManage && (
    <Button variant="primary" icon={<Upload />} busy={uploads.sending} onClick={() => choose.current?.click()}>
      Upload files
    </Button>
  )
  return (
    <DropZone onDrop={mayManage ? uploads.send : undefined}>
      <ListPage
        title="Media"
        description={data && `${formatBytes(data.usedBytes)} of ${formatBytes(data.mostBytes)} are used.`}
        action={upload}
        filters={
          <FilterBar>
            <ListSearch
              label="Search by name"
              value={url.text ?? ""}
              onChange={(text) => change({ text: text || undefined })}
            />
            <Select
              prefixLabel="Kind"
              placeholder="any"
              options={choicesFrom(KIND_WORDS)}
              value={kind ?? ""}
              onChange={(value) => change({ kind: value || undefined })}
            />
            <SegmentedControl
              label="Show as"
              options={[
                { value: "grid", label: "Grid", icon: <LayoutGrid />, iconOnly: true },
                { value: "list", label: "List", icon: <List />, iconOnly: true },
              ]}
              value={url.as === "list" ? "list" : "grid"}
              onChange={(as) => change({ as: as === "list" ? "list" : undefined })}
            />
          </FilterBar>
        }
      >
        <input
          ref={choose}
          type="file"
          multiple
          hidden
          aria-label="Files to upload"
          onChange={({ target }) => {
            void uploads.send([...(target.files ?? [])])
            target.value = ""
          }}
        />
        <Told {...uploads} />
        {error && <Notice tone="error">{error.message}</Notice>}
        {!data && !error && <Skeleton lines={8} label="Reading the library" />}
        {data?.media.length === 0 && (
          <EmptyState title={kind || search ? "Nothing fits" : "No files yet"} icon={<Image />} action={upload}>
            {kind || search
              ? "Nothing in the library fits these filters."
              : "Pictures, films, fonts and files that your pages show. Drop them anywhere on this page, or upload them."}
          </EmptyState>
        )}
        {data &&
          data.media.length > 0 &&
          (url.as === "list" ? <AsList media={data.media} open={open} /> : <AsGrid media={data.media} open={open} />)}
        {data && data.next !== null && limit < MOST && (
          <div className="mt-4">
            <Button onClick={() => setLimit(MOST)}>Show more</Button>
          </div>
        )}
        {data && data.next !== null && limit === MOST && (
          <p className="mt-4 text-muted text-table">There are more. Search by name to find them.</p>
        )}
      </ListPage>
      {url.media && <MediaDrawer id={url.media} mayManage={mayManage} onClose={() => change({ media: undefined })} />}
    </DropZone>
  )
}

interface Shown {
  media: readonly Media[]
  open: (id: string) => void
}

function AsGrid({ media, open }: Shown) {
  return (
    <ul aria-label="Media" className="grid grid-cols-2 gap-4 pt-2 sm:grid-cols-3 lg:grid-cols-5 xl:grid-cols-6">
      {media.map((one) => (
        <li key={one.id} className="min-w-0">
          <button
            type="button"
            className="flex w-full flex-col gap-1 rounded-md text-left"
            onClick={() => open(one.id)}
          >
            <span className="flex aspect-square w-full items-center justify-center overflow-hidden rounded-md border border-line bg-sunken">
              <FileMark media={one} />
            </span>
            <span className="truncate text-table">{one.name}</span>
            <span className="text-faint text-table">{formatBytes(one.bytes)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function AsList({ media, open }: Shown) {
  return (
    <DataTable
      label="Media"
      columns={COLUMNS}
      rows={media}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
      onOpen={({ id }) => open(id)}
      noun={["file", "files"]}
    />
  )
}

const COLUMNS: readonly Column<Media>[] = [
  { id: "name", header: "Name", width: "3fr", priority: "title", cell: ({ name }) => name },
  { id: "kind", header: "Kind", width: "1fr", priority: "meta", cell: ({ kind }) => KIND_WORDS[kind] },
  { id: "alt", header: "Alternative text", width: "3fr", cell: ({ alt }) => alt },
  {
    id: "bytes",
    header: "Size",
    width: "96px",
    align: "end",
    priority: "meta",
    cell: ({ bytes }) => formatBytes(bytes),
  },
  { id: "updatedAt", header: "Changed", width: "112px", cell: ({ updatedAt }) => <Time instant={updatedAt} /> },
]

function Told({ sending, failures, notes, forget }: ReturnType<typeof useUploads>) {
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="text-muted text-table">
        {sending ? "Sending…" : ""}
      </p>
      {failures.length > 0 && (
        <Notice tone="error" title="Not everything was taken" action={<Button onClick={forget}>Close</Button>}>
          <ul>
            {failures.map((failure) => (
              <li key={failure}>{failure}</li>
            ))}
          </ul>
        </Notice>
      )}
      {notes.length > 0 && (
        <Notice action={<Button onClick={forget}>Close</Button>}>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}

/** Files may be dropped anywhere on the page. */
function DropZone({ onDrop, children }: { onDrop: ((files: File[]) => void) | undefined; children: ReactNode }) {
  const [over, setOver] = useState(false)
  if (!onDrop) return children
  const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files")
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same for those who do not drag.
    <div
      className={cx("min-h-full", over && "outline-2 outline-accent outline-dashed -outline-offset-4")}
      onDragOver={(event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setOver(false)
        onDrop([...event.dataTransfer.files])
      }}
    >
      {children}
    </div>
  )
}
