import { Ellipsis } from "lucide-react"
import { useState } from "react"
import {
  Button,
  Combobox,
  ConfirmDialog,
  Dialog,
  Drawer,
  Field,
  IconButton,
  KeyValue,
  Menu,
  type Option,
  PageHeader,
  Panel,
  Select,
  TextArea,
  TextInput,
  Tooltip,
  useToast,
} from "../src/index.ts"
import { SYSTEMS } from "./sample.ts"

export function FloatingExample() {
  const toast = useToast()
  const [dialog, setDialog] = useState(false)
  const [confirm, setConfirm] = useState(false)
  const [drawer, setDrawer] = useState(false)
  const [system, setSystem] = useState<Option | null>(null)
  const [severity, setSeverity] = useState("major")
  const [chosen, setChosen] = useState("nothing")

  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-5 sm:px-6">
      <PageHeader title="Floating" description="Only these cast shadows." />
      <Panel title="Open one">
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setDialog(true)}>Dialog</Button>
          <Button onClick={() => setConfirm(true)}>Confirmation</Button>
          <Button onClick={() => setDrawer(true)}>Drawer</Button>
          <Button onClick={() => toast.success("Update posted", "1,204 subscribers get a mail.")}>Toast</Button>
          <Button
            onClick={() =>
              toast.error(
                new Error("Ana lacks the permission incident.incident.manage. An administrator can grant it."),
                "The incident was not resolved",
              )
            }
          >
            Error toast
          </Button>
          <Tooltip text="Short and never the only place" shortcut="Mod-k">
            <Button>Tooltip</Button>
          </Tooltip>
          <Menu
            trigger={<IconButton variant="secondary" label="More" tooltip={false} icon={<Ellipsis />} />}
            entries={[
              { id: "edit", label: "Edit system", shortcut: "e", onSelect: () => setChosen("edit") },
              { id: "copy", label: "Copy link", onSelect: () => setChosen("copy") },
              { id: "off", label: "Merge", disabled: true, onSelect: () => setChosen("merge") },
              { type: "separator", id: "line" },
              { id: "delete", label: "Delete system", danger: true, onSelect: () => setConfirm(true) },
            ]}
          />
        </div>
        <p className="mt-3 text-muted" data-testid="chosen">
          Chosen in the menu: {chosen}
        </p>
      </Panel>
      <Dialog
        open={dialog}
        onOpenChange={setDialog}
        title="Open an incident"
        description="Everybody who watches the affected systems is told."
        onSubmit={() => setDialog(false)}
        footer={
          <>
            <Button onClick={() => setDialog(false)}>Cancel</Button>
            <Button type="submit" variant="primary">
              Open incident
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <Field label="Title">
            <TextInput placeholder="What do people notice?" />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Severity">
              <Select
                value={severity}
                onChange={setSeverity}
                options={[
                  { value: "minor", label: "Minor" },
                  { value: "major", label: "Major" },
                  { value: "critical", label: "Critical" },
                ]}
              />
            </Field>
            <Field label="System">
              <Combobox
                label="System"
                value={system}
                onChange={setSystem}
                options={SYSTEMS.map(({ id, name, owner }) => ({ id, label: name, hint: owner }))}
              />
            </Field>
          </div>
          <Field label="First update" optional>
            <TextArea />
          </Field>
        </div>
      </Dialog>
      <ConfirmDialog
        open={confirm}
        onOpenChange={setConfirm}
        title="Delete payments-api?"
        description="Its history and checks are deleted with it. This cannot be undone."
        confirmLabel="Delete system"
        typeToConfirm="payments-api"
        onConfirm={() => Promise.reject(new Error("Two incidents still name payments-api. Resolve them first."))}
      />
      <Drawer
        open={drawer}
        onOpenChange={setDrawer}
        title="Change 8,114"
        footer={<Button onClick={() => setDrawer(false)}>Close</Button>}
      >
        <KeyValue
          facts={[
            { label: "Who", value: "Ana Ruiz, in the browser" },
            { label: "What", value: "incident.resolve", mono: true },
            { label: "On", value: "INC-209" },
          ]}
        />
      </Drawer>
    </div>
  )
}
