import { useCall, useCan, useChange } from "@countersign/core/web"
import {
  Button,
  EmptyState,
  formatBytes,
  formatCount,
  Notice,
  Panel,
  RadioGroup,
  TextLink,
  ThingPage,
  useToast,
} from "@countersign/ui"
import { Download, FileArchive, Upload } from "lucide-react"
import { type ReactNode, useRef, useState } from "react"
import { publicationAccess, siteContract } from "../../contract.ts"
import { LIST } from "../words.ts"
import { type Conflicts, type Imported, importArchive, type Planned, planArchive } from "./send-archive.ts"

/** A whole site in an archive: what would become of it first, then the site, and the way back. */
export default function ImportPage() {
  const choose = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [conflicts, setConflicts] = useState<Conflicts>("ours")
  const [planned, setPlanned] = useState<Planned | null>(null)
  const [imported, setImported] = useState<Imported | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function doing(work: () => Promise<void>) {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  const plan = (archive: File, choice: Conflicts) =>
    doing(async () => {
      setFile(archive)
      setConflicts(choice)
      setImported(null)
      setPlanned(await planArchive(archive, choice))
    })
  const bringIn = (archive: File, { digest }: Planned) =>
    doing(async () => {
      setImported(await importArchive(archive, conflicts, digest))
      setPlanned(null)
    })
  const upload = (
    <Button
      variant={planned ? "secondary" : "primary"}
      icon={<Upload />}
      busy={busy && !planned}
      onClick={() => choose.current?.click()}
    >
      {planned || imported ? "Choose another zip file" : "Choose a zip file"}
    </Button>
  )
  return (
    <ThingPage
      breadcrumbs={[LIST]}
      title="Import and export"
      meta="A zip file of pages, styles, pictures and fonts comes into the draft. Nothing is published by it."
      actions={(planned || imported) && upload}
    >
      <input
        ref={choose}
        type="file"
        accept=".zip,application/zip"
        hidden
        aria-label="Zip file to import"
        onChange={({ target }) => {
          const archive = target.files?.[0]
          if (archive) void plan(archive, "ours")
          target.value = ""
        }}
      />
      <div className="flex max-w-4xl flex-col gap-6">
        {failure && <Notice tone="error">{failure}</Notice>}
        {!planned && !imported && (
          <EmptyState title="Bring a site that you have" icon={<FileArchive />} action={upload}>
            First you see what would become of every file in it. You decide then whether it comes in.
          </EmptyState>
        )}
        {planned && file && (
          <Plan
            name={file.name}
            planned={planned}
            conflicts={conflicts}
            busy={busy}
            onConflicts={(choice) => void plan(file, choice)}
            onImport={() => void bringIn(file, planned)}
          />
        )}
        {imported && <Report imported={imported} onUndone={() => setImported(null)} />}
        {!planned && <Export />}
      </div>
    </ThingPage>
  )
}

/** Two zip files: one for any host of files, one for this product. */
function Export() {
  const mayAsk = useCan()(publicationAccess.read)
  const { data } = useCall(siteContract.listPublications, { limit: 1 }, { enabled: mayAsk })
  const nothingYet = data?.current === 0
  return (
    <Panel title="Export">
      <div className="flex flex-col items-start gap-3">
        <p className="text-muted text-table">
          What is published, as a folder that any host can serve; or the draft with everything in it, which can be
          imported again.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button icon={<Download />} disabled={nothingYet} onClick={() => download("pages.zip")}>
            Download what is published
          </Button>
          <Button icon={<Download />} onClick={() => download("draft.zip")}>
            Download the draft
          </Button>
        </div>
        {nothingYet && <p className="text-muted text-table">Nothing is published yet.</p>}
      </div>
    </Panel>
  )
}

/** The answer is a file, so the page stays where it is. */
function download(archive: string): void {
  window.location.assign(`/api/v1/site/export/${archive}`)
}

interface PlanProps {
  name: string
  planned: Planned
  conflicts: Conflicts
  busy: boolean
  onConflicts: (choice: Conflicts) => void
  onImport: () => void
}

function Plan({ name, planned: { plan }, conflicts, busy, onConflicts, onImport }: PlanProps) {
  const isEmpty = pagesIn(plan).length + plan.sheets.length + plan.media.length === 0
  return (
    <>
      <Panel title={`What would become of ${name}`}>
        <p className="text-muted text-table">
          {countsOf(plan)}, {formatBytes(plan.bytes)} together.
        </p>
      </Panel>
      {plan.pages.some(({ conflict }) => conflict !== null) && (
        <RadioGroup
          label="Where your site has the same already"
          options={[
            { value: "ours", label: "Keep yours", hint: "What is in the zip file stays out." },
            { value: "theirs", label: "Take what is in the zip file", hint: "Yours stays in its history." },
            { value: "rename", label: "Have both", hint: "What comes in gets another address." },
          ]}
          value={conflicts}
          onChange={onConflicts}
        />
      )}
      <Contents plan={plan} />
      <div>
        <Button variant="primary" busy={busy} disabled={isEmpty} onClick={onImport}>
          Import into the draft
        </Button>
      </div>
    </>
  )
}

type Comes = Planned["plan"]

/** What was planned, without the files that turned out to be none. */
function cameIn({ plan, dropped }: Imported): Comes {
  const out = new Set(dropped.map(({ path }) => path))
  return { ...plan, dropped, media: plan.media.filter(({ path }) => !out.has(path)) }
}

/** Those that come in: a page in whose place one's own is kept is listed with what stays out. */
function pagesIn({ pages, dropped }: Comes): Comes["pages"] {
  const out = new Set(dropped.map(({ path }) => path))
  return pages.filter(({ path }) => !out.has(path))
}

function countsOf(plan: Comes): string {
  const { sheets, media } = plan
  return `${formatCount(pagesIn(plan).length, "page")}, ${formatCount(sheets.length, "stylesheet")} and ${formatCount(media.length, "file")}`
}

function Contents({ plan }: { plan: Comes }) {
  return (
    <>
      <Files
        title="Pages"
        rows={pagesIn(plan).map(({ path, title, address, conflict }) => ({
          path,
          becomes: address === "" ? title : `${title}, at ${address}`,
          note: conflict,
        }))}
      />
      <Files
        title="Styles"
        rows={plan.sheets.map(({ name, bytes }) => ({ path: name, becomes: formatBytes(bytes) }))}
      />
      <Files
        title="Pictures, fonts and files"
        rows={plan.media.map(({ path, kind, bytes }) => ({ path, becomes: `${kind}, ${formatBytes(bytes)}` }))}
      />
      <Files title="Stays out" rows={plan.dropped.map(({ path, reason }) => ({ path, becomes: reason }))} />
      {plan.notes.length > 0 && (
        <Notice title="What is changed on the way in">
          <Lines lines={plan.notes} />
        </Notice>
      )}
    </>
  )
}

const SHOWN = 100

function Files({
  title,
  rows,
}: {
  title: string
  rows: readonly { path: string; becomes: string; note?: string | null }[]
}) {
  if (rows.length === 0) return null
  return (
    <Panel title={`${title} (${rows.length})`}>
      <ul className="flex flex-col">
        {rows.slice(0, SHOWN).map(({ path, becomes, note }) => (
          <li key={path} className="border-hairline border-b py-1.5 text-table last:border-b-0 sm:flex sm:gap-4">
            <span className="block min-w-0 break-all font-mono sm:w-2/5">{path}</span>
            <span className="block min-w-0 flex-1 text-muted">
              {becomes}
              {note && <span className="block text-degraded-ink">{note}</span>}
            </span>
          </li>
        ))}
      </ul>
      {rows.length > SHOWN && <p className="text-muted text-table">And {rows.length - SHOWN} more.</p>}
    </Panel>
  )
}

function Lines({ lines }: { lines: readonly string[] }): ReactNode {
  return (
    <ul>
      {lines.slice(0, SHOWN).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function Report({ imported, onUndone }: { imported: Imported; onUndone: () => void }) {
  const toast = useToast()
  const plan = cameIn(imported)
  const undo = useChange(siteContract.undoImport, {
    alsoChanges: ["site.media"],
    onDone({ removed, kept }) {
      toast.success("The import is undone", kept[0] ?? `${formatCount(removed, "thing")} taken back.`)
      if (kept.length === 0) onUndone()
    },
  })
  return (
    <>
      <Notice
        tone="success"
        title="It is in the draft"
        action={
          <Button busy={undo.isPending} onClick={() => undo.mutate({ import: imported.import })}>
            Undo the import
          </Button>
        }
      >
        {countsOf(plan)} came in. Look at them under <TextLink href={LIST.href}>Pages</TextLink>, and publish them when
        they are right.
      </Notice>
      {undo.error && <Notice tone="error">{undo.error.message}</Notice>}
      {undo.data && undo.data.kept.length > 0 && (
        <Notice tone="warning" title="Not everything was taken back">
          <Lines lines={undo.data.kept} />
        </Notice>
      )}
      <Contents plan={plan} />
    </>
  )
}
