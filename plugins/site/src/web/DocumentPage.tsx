import { callOptions, LoadedThing, type PageModule, useCall, useCan, useTab } from "@countersign/core/web"
import { Badge, ButtonLink, IconButton, Menu, Notice, ThingPage, Time } from "@countersign/ui"
import { useParams } from "@tanstack/react-router"
import { Copy, Ellipsis, Pencil, Send, SquarePen, Trash2 } from "lucide-react"
import { type ReactNode, useState } from "react"
import {
  type DocumentDetail,
  type DocumentSummary,
  documentAccess,
  publicationAccess,
  siteContract,
} from "../contract.ts"
import { DeleteDialog, DuplicateDialog, RenameDialog } from "./DocumentDialogs.tsx"
import { useSiteChanges } from "./follow-site.ts"
import { HistoryTab } from "./HistoryTab.tsx"
import { PreviewTab } from "./PreviewTab.tsx"
import { PublicLink } from "./PublicLink.tsx"
import { SettingsTab } from "./SettingsTab.tsx"
import { StateBadge } from "./StateBadge.tsx"
import { addressWords, capital, editPathOf, LIST, NOUNS, refIn } from "./words.ts"

const TABS = { preview: "Preview", settings: "Settings", history: "History" }
/** A component says of itself what it is for. */
const OF_COMPONENTS = { preview: "Preview", history: "History" }
/** Of what is gone only its history is left. */
const GONE = { history: "History" }

export default function DocumentPage() {
  const { documentKey = "" } = useParams({ strict: false }) as { documentKey?: string }
  // The server says what is wrong with an address that names no document.
  const document = refIn(documentKey) ?? { type: "page" as const, id: documentKey.slice(0, 60) || "?" }
  const answer = useCall(siteContract.getDocument, { document }, { alsoShows: ["site.publication"] })
  useSiteChanges(documentKey, () => void answer.refetch())
  return (
    <LoadedThing answer={answer} noun={NOUNS[document.type]} list={LIST}>
      {(about, stale) => (about.deleted ? <Deleted about={about} stale={stale} /> : <Loaded {...{ about, stale }} />)}
    </LoadedThing>
  )
}

interface LoadedProps {
  about: DocumentDetail
  stale: ReactNode
}

function Loaded({ about, stale }: LoadedProps) {
  const tabs = useTab<keyof typeof TABS>(
    about.document.type === "visualComponent" ? (OF_COMPONENTS as typeof TABS) : TABS,
  )
  const mayManage = useCan()(documentAccess.manage)
  const [dialog, setDialog] = useState<"rename" | "duplicate" | "delete" | null>(null)
  const close = () => setDialog(null)
  return (
    <ThingPage
      breadcrumbs={[LIST]}
      title={about.title}
      status={<StateBadge state={about.state} />}
      meta={<Changed about={about} />}
      actions={
        <>
          <Visit about={about} />
          {mayManage && <Actions editHref={editPathOf(about)} onAsk={setDialog} />}
        </>
      }
      notice={stale}
      {...tabs}
    >
      {tabs.tab === "preview" && <PreviewTab about={about} />}
      {tabs.tab === "settings" && <SettingsTab about={about} />}
      {tabs.tab === "history" && <HistoryTab about={about} mayManage={mayManage} />}
      {dialog === "rename" && <RenameDialog about={about} onClose={close} />}
      {dialog === "duplicate" && <DuplicateDialog about={about} onClose={close} />}
      {dialog === "delete" && <DeleteDialog about={about} onClose={close} leave />}
    </ThingPage>
  )
}

function Deleted({ about, stale }: LoadedProps) {
  const tabs = useTab(GONE)
  const mayManage = useCan()(documentAccess.manage)
  return (
    <ThingPage
      breadcrumbs={[LIST]}
      title={about.title}
      status={<Badge>Deleted</Badge>}
      meta={<Changed about={about} />}
      notice={
        <>
          {stale}
          <Notice>This {NOUNS[about.document.type]} was deleted. Restore a version to bring it back.</Notice>
        </>
      }
      {...tabs}
    >
      <HistoryTab about={about} mayManage={mayManage} />
    </ThingPage>
  )
}

function Changed({ about: { document, address, changedBy, updatedAt, deleted } }: { about: DocumentSummary }) {
  return (
    <>
      {address === "" ? "Home page" : capital(NOUNS[document.type])}
      {document.type === "page" && address !== "" && !deleted && <> · {addressWords(address)}</>} · changed by{" "}
      {changedBy} <Time instant={updatedAt} />
    </>
  )
}

/** Where visitors see it, and the way there for what they do not see yet. */
function Visit({ about: { document, address, state } }: { about: DocumentSummary }) {
  const mayPublish = useCan()(publicationAccess.manage)
  return (
    <>
      {document.type === "page" && address !== null && state !== "draft" && (
        <PublicLink path={`/${address}`}>Open the public page</PublicLink>
      )}
      {mayPublish && state !== "published" && (
        <ButtonLink icon={<Send />} href="/site/publications">
          Publish
        </ButtonLink>
      )}
    </>
  )
}

interface ActionsProps {
  editHref: string
  onAsk: (dialog: "rename" | "duplicate" | "delete") => void
}

function Actions({ editHref, onAsk }: ActionsProps) {
  return (
    <>
      <ButtonLink variant="primary" icon={<SquarePen />} href={editHref}>
        Edit
      </ButtonLink>
      <Menu
        trigger={<IconButton label="More actions" icon={<Ellipsis />} variant="secondary" />}
        entries={[
          { id: "rename", label: "Rename", icon: <Pencil />, onSelect: () => onAsk("rename") },
          { id: "duplicate", label: "Duplicate", icon: <Copy />, onSelect: () => onAsk("duplicate") },
          { id: "delete", label: "Delete", icon: <Trash2 />, danger: true, onSelect: () => onAsk("delete") },
        ]}
      />
    </>
  )
}

export const prefetch: PageModule["prefetch"] = (client, { params }) => {
  const document = refIn(params.documentKey ?? "")
  if (document) void client.prefetchQuery(callOptions(siteContract.getDocument, { document }))
}
