import { CallError, call, LeaveGuard, useChange } from "@countersign/core/web"
import { Button, Field, Form, SegmentedControl, TextArea, TextLink, ThingPage, useToast } from "@countersign/ui"
import { useNavigate } from "@tanstack/react-router"
import { type ChangeEvent, useRef, useState } from "react"
import { catalogContract, type ImportFormat, type ImportPlan } from "../../contract.ts"
import { ImportPlanPanel, inWords } from "./ImportPlanPanel.tsx"
import { EXAMPLES } from "./import-examples.ts"

/** A file or pasted text, the plan it amounts to, and the button that carries it out. */
export default function ImportPage() {
  const toast = useToast()
  const navigate = useNavigate()
  const [format, setFormat] = useState<ImportFormat>("csv")
  const [text, setText] = useState("")
  const [plan, setPlan] = useState<ImportPlan | null>(null)
  const run = useChange(catalogContract.importCatalog, {
    alsoChanges: ["catalog.system", "catalog.group", "catalog.environment"],
  })

  // Another text needs another plan.
  function change(next: { text?: string; format?: ImportFormat }) {
    if (next.text !== undefined) setText(next.text)
    if (next.format !== undefined) setFormat(next.format)
    setPlan(null)
    run.reset()
  }
  function preview() {
    run.mutate({ format, text, mode: "preview" }, { onSuccess: setPlan })
  }
  function apply() {
    run.mutate(
      { format, text, mode: "apply" },
      {
        onSuccess({ summary }) {
          toast.success("The catalog was imported.", inWords(summary))
          void navigate({ to: "/catalog" })
        },
      },
    )
  }
  return (
    <ThingPage
      breadcrumbs={[{ label: "Catalog", href: "/catalog" }]}
      title="Import a catalog"
      meta="You see what will change before anything does. Importing the same file twice changes nothing the second time."
      actions={<ExportButton />}
    >
      <LeaveGuard unsaved={text !== "" && !run.isPending && !(run.isSuccess && run.data.applied)} />
      <div className="flex flex-col gap-6">
        <Form name="import" failure={run.error} onSubmit={preview} className="flex max-w-4xl flex-col gap-3">
          <div className="flex flex-wrap items-center gap-2">
            <SegmentedControl
              label="Format"
              options={[
                { value: "csv", label: "CSV" },
                { value: "yaml", label: "YAML" },
              ]}
              value={format}
              onChange={(next) => change({ format: next })}
            />
            <FileButton onRead={change} />
            <Button variant="quiet" onClick={() => change({ text: EXAMPLES[format] })}>
              Show an example
            </Button>
          </div>
          <Field
            label="File content"
            path="text"
            hint={
              <>
                {HINTS[format]} <TextLink href="/help/operate/import-catalog">All columns and keys</TextLink>
              </>
            }
          >
            <TextArea
              mono
              rows={12}
              spellCheck={false}
              value={text}
              onChange={({ target }) => change({ text: target.value })}
            />
          </Field>
          <div>
            <Button type="submit" variant={plan ? "secondary" : "primary"} busy={run.isPending && !plan}>
              Show what will change
            </Button>
          </div>
        </Form>
        {plan && <ImportPlanPanel plan={plan} busy={run.isPending} onApply={apply} />}
      </div>
    </ThingPage>
  )
}

const HINTS: Record<ImportFormat, string> = {
  csv: "The first row names the columns; only name is needed. Several values in a cell are separated by semicolons.",
  yaml: "Lists called systems, groups and environments; of a system only name is needed.",
}

function FileButton({ onRead }: { onRead: (read: { text: string; format: ImportFormat }) => void }) {
  const toast = useToast()
  const input = useRef<HTMLInputElement>(null)

  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // The same file, chosen again after it was mended, must count as a change.
    const forget = () => {
      target.value = ""
    }
    if (!file) return
    try {
      onRead({ text: await file.text(), format: /\.ya?ml$/i.test(file.name) ? "yaml" : "csv" })
    } catch (cause) {
      toast.error(cause, `${file.name} could not be read.`)
    } finally {
      forget()
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.yaml,.yml,text/csv,application/yaml"
        aria-label="File to import"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void read(event)}
      />
      <Button onClick={() => input.current?.click()}>Choose a file</Button>
    </>
  )
}

function ExportButton() {
  const toast = useToast()
  const [busy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    try {
      const { text } = await call(catalogContract.exportCatalog, {})
      const url = URL.createObjectURL(new Blob([text], { type: "application/yaml" }))
      Object.assign(document.createElement("a"), { href: url, download: "catalog.yaml" }).click()
      // Only once the browser has taken it.
      setTimeout(() => URL.revokeObjectURL(url), 10_000)
    } catch (cause) {
      toast.error(cause instanceof CallError ? cause : String(cause), "The catalog was not exported.")
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} onClick={() => void save()}>
      Export as YAML
    </Button>
  )
}
