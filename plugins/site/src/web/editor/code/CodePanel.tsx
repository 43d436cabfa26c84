import { useCall, useCan } from "@countersign/core/web"
import { Button, Skeleton } from "@countersign/ui"
import { Plus } from "lucide-react"
import { type ReactNode, useMemo, useState } from "react"
import { codeAccess, siteContract } from "../../../contract.ts"
import { rulesOf, type Stylesheet } from "../../../document.ts"
import { useSiteChanges } from "../../follow-site.ts"
import { useEditor } from "../store/use-editor.ts"
import { rulesCounted, type ScriptListed, whereRun, whereUsed } from "./code-words.ts"
import { ScriptDialog } from "./ScriptDialog.tsx"
import { SheetText } from "./SheetText.tsx"

/** The stylesheets and scripts of the site, in the order in which they count, with where they load. */
export function CodePanel() {
  const sheets = useEditor((state) => state.site.sheets)
  const [open, setOpen] = useState<string | null>(null)
  if (open !== null) return <SheetText key={open} id={open} onBack={() => setOpen(null)} />
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto pt-3">
      <section aria-label="Styles" className="flex flex-col gap-1">
        <h3 className="font-medium text-table">Styles</h3>
        <p className="text-muted text-table">
          {sheets.length === 0
            ? "The site has no stylesheet yet. It gets one with the first class that has a style."
            : "Of two rules that weigh the same, the one further down counts."}
        </p>
        <ul className="flex flex-col">
          {sheets.map((sheet) => (
            <SheetRow key={sheet.id} sheet={sheet} onOpen={() => setOpen(sheet.id)} />
          ))}
        </ul>
      </section>
      <Scripts />
    </div>
  )
}

function SheetRow({ sheet, onOpen }: { sheet: Stylesheet; onOpen: () => void }) {
  const rules = useMemo(() => rulesOf(sheet).length, [sheet])
  return (
    <Row name={sheet.name} onOpen={onOpen}>
      {whereUsed(sheet)}, {rulesCounted(rules)}
    </Row>
  )
}

function Scripts() {
  const mayChange = useCan()(codeAccess.manage)
  const { data, error, refetch } = useCall(siteContract.listCodeAssets, { type: "script" })
  useSiteChanges("", () => void refetch())
  const [open, setOpen] = useState<ScriptListed | "new" | null>(null)
  const scripts = data?.assets ?? []
  return (
    <section aria-label="Scripts" className="flex flex-col gap-1">
      <h3 className="font-medium text-table">Scripts</h3>
      <p className="text-muted text-table">
        {error?.message ?? "They run where visitors are and in the preview, never on the canvas, in this order."}
      </p>
      {!data && !error && <Skeleton lines={2} label="Reading the scripts" />}
      <ul className="flex flex-col">
        {scripts.map((script) => (
          <Row key={script.fileId} name={script.path} onOpen={() => setOpen(script)}>
            {whereRun(script)}
          </Row>
        ))}
      </ul>
      {mayChange && (
        <Button className="self-start" icon={<Plus />} onClick={() => setOpen("new")}>
          New script
        </Button>
      )}
      {open !== null && (
        <ScriptDialog
          script={open === "new" ? null : open}
          mayChange={mayChange}
          onClose={() => {
            setOpen(null)
            void refetch()
          }}
        />
      )}
    </section>
  )
}

function Row({ name, onOpen, children }: { name: string; onOpen: () => void; children: ReactNode }) {
  return (
    <li className="border-hairline border-b last:border-b-0">
      <button
        type="button"
        className="flex min-h-9 w-full flex-col rounded-md px-1 py-1.5 text-left text-table hover:bg-hover pointer-coarse:min-h-10"
        onClick={onOpen}
      >
        <span className="min-w-0 break-all font-mono">{name}</span>
        <span className="text-muted">{children}</span>
      </button>
    </li>
  )
}
