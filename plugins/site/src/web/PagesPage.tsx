import { ListView, timeColumn, titleColumn, useCan, useList, WordFilter } from "@countersign/core/web"
import { Button, type Column, EmptyState, rowMenuColumn, SegmentedControl } from "@countersign/ui"
import { Copy, FileText, LayoutTemplate, Pencil, Plus, SquarePen, Trash2 } from "lucide-react"
import { useState } from "react"
import { type DocumentSummary, documentAccess, siteContract } from "../contract.ts"
import { DeleteDialog, DuplicateDialog, NewDocumentDialog, RenameDialog, StarterDialog } from "./DocumentDialogs.tsx"
import { PublicLink } from "./PublicLink.tsx"
import { STATE_WORDS, StateBadge } from "./StateBadge.tsx"
import { capital, type DocumentType, editPathOf, NOUNS, pathOf } from "./words.ts"

type Asked = "new" | "starter" | { about: DocumentSummary; what: "rename" | "duplicate" | "delete" }

const SHOWN = ["template", "visualComponent", "deleted"] as const

export default function PagesPage() {
  const mayManage = useCan()(documentAccess.manage)
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const found = useList(siteContract.findDocuments, {
    noun: ["page", "pages"],
    alsoShows: ["site.publication"],
    sort: ["title", "updatedAt"],
    filters: { text: "text", show: SHOWN, state: ["draft", "changed", "published"] },
    input: ({ text, show, state }) => ({
      text,
      state,
      ...(show === "deleted" ? { deleted: true } : { type: show ?? "page", deleted: false }),
    }),
  })
  const { show, text, state } = found.filters
  const type: DocumentType = show === undefined || show === "deleted" ? "page" : show
  // What is shown is chosen, not filtered: a site without templates has none, whatever is searched for.
  const list = {
    ...found,
    noun: [NOUNS[type], `${NOUNS[type]}s`] as const,
    filtered: text !== undefined || state !== undefined,
    clear: () => found.ask({ text: undefined, state: undefined }),
  }
  const create = (
    <Button variant="primary" icon={<Plus />} onClick={() => setAsked("new")}>
      New {NOUNS[type]}
    </Button>
  )
  const begin = (
    <Button variant="primary" icon={<LayoutTemplate />} onClick={() => setAsked("starter")}>
      Begin with a starter
    </Button>
  )
  const menu = rowMenuColumn<DocumentSummary>(
    ({ title }) => title,
    (about) => [
      { id: "edit", label: "Edit", icon: <SquarePen />, href: editPathOf(about) },
      { id: "rename", label: "Rename", icon: <Pencil />, onSelect: () => setAsked({ about, what: "rename" }) },
      { id: "duplicate", label: "Duplicate", icon: <Copy />, onSelect: () => setAsked({ about, what: "duplicate" }) },
      {
        id: "delete",
        label: "Delete",
        icon: <Trash2 />,
        danger: true,
        onSelect: () => setAsked({ about, what: "delete" }),
      },
    ],
  )
  return (
    <ListView
      list={list}
      title="Pages"
      description="What your site is made of. Nothing is public before it is published."
      action={
        <>
          <PublicLink>Open the public site</PublicLink>
          {mayManage && show !== "deleted" && create}
        </>
      }
      search="Search by title"
      filters={
        <>
          <SegmentedControl
            label="Show"
            options={[
              { value: "", label: "Pages" },
              { value: "template", label: "Templates" },
              { value: "visualComponent", label: "Components" },
              { value: "deleted", label: "Deleted" },
            ]}
            {...list.control("show")}
          />
          {show !== "deleted" && <WordFilter label="State" words={STATE_WORDS} {...list.control("state")} />}
        </>
      }
      columns={[
        titleColumn<DocumentSummary>(),
        ...(show === undefined ? [ADDRESS] : show === "deleted" ? [KIND] : []),
        ...(show === "deleted" ? [] : [STATE]),
        ...COLUMNS,
        ...(mayManage && show !== "deleted" ? [menu] : []),
      ]}
      rowLabel={({ title }) => title}
      rowHref={(row) => pathOf(row, show === "deleted" ? "history" : undefined)}
      noMatch="Try another word, or clear the filters."
      empty={
        <EmptyState
          title={EMPTY[show ?? "page"].title}
          icon={<FileText />}
          action={mayManage && (show === undefined ? begin : show !== "deleted" && create)}
          secondary={mayManage && show === undefined && <Button onClick={() => setAsked("new")}>New page</Button>}
        >
          {EMPTY[show ?? "page"].sentence}
        </EmptyState>
      }
    >
      {asked === "new" && <NewDocumentDialog type={type} onClose={close} />}
      {asked === "starter" && <StarterDialog onClose={close} />}
      {typeof asked === "object" && asked?.what === "rename" && <RenameDialog about={asked.about} onClose={close} />}
      {typeof asked === "object" && asked?.what === "duplicate" && (
        <DuplicateDialog about={asked.about} onClose={close} />
      )}
      {typeof asked === "object" && asked?.what === "delete" && <DeleteDialog about={asked.about} onClose={close} />}
    </ListView>
  )
}

const EMPTY = {
  page: {
    title: "No pages yet",
    sentence: "A starter brings a first page, the frame around every page and its styles. You can change all of it.",
  },
  template: {
    title: "No templates yet",
    sentence: "A template stands around pages: a header, a footer, a navigation. A starter brings the first ones.",
  },
  visualComponent: {
    title: "No components yet",
    sentence: "A component is a part that several pages share. Change it once, and it changes on all of them.",
  },
  deleted: {
    title: "Nothing was deleted",
    sentence: "Pages, templates and components that somebody deletes are kept here, and can be brought back.",
  },
}

const KIND: Column<DocumentSummary> = {
  id: "kind",
  header: "Kind",
  width: "120px",
  priority: "meta",
  cell: ({ document }) => capital(NOUNS[document.type]),
}

const STATE: Column<DocumentSummary> = {
  id: "state",
  header: "State",
  width: "220px",
  priority: "meta",
  cell: ({ state }) => <StateBadge state={state} />,
}

const ADDRESS: Column<DocumentSummary> = {
  id: "address",
  header: "Address",
  width: "2fr",
  mono: true,
  priority: "meta",
  cell: ({ address }) =>
    address ? (
      `/${address}`
    ) : (
      <>
        {address === "" && "/ "}
        <span className="font-sans text-faint">{address === "" ? "home page" : "none yet"}</span>
      </>
    ),
}

const COLUMNS: readonly Column<DocumentSummary>[] = [
  { id: "changedBy", header: "Changed by", width: "2fr", cell: ({ changedBy }) => changedBy },
  timeColumn("updatedAt", "Changed", { sortable: true }),
]
