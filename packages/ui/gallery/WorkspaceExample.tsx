import { Eye, Redo2, Undo2 } from "lucide-react"
import { Button, CodeBlock, IconButton, KeyValue, Panel, WorkspacePage } from "../src/index.ts"

export function WorkspaceExample() {
  return (
    <WorkspacePage
      title="Status page"
      toolbar={
        <>
          <span className="shrink-0 text-muted">Draft, saved just now</span>
          <span className="flex-1" />
          <IconButton label="Undo" shortcut="Mod-z" icon={<Undo2 />} />
          <IconButton label="Redo" icon={<Redo2 />} disabled />
          <Button size="sm" icon={<Eye />}>
            Preview
          </Button>
          <Button size="sm" variant="primary">
            Publish
          </Button>
        </>
      }
      start={{
        label: "Layers",
        content: (
          <Panel title="Layers">
            <ul className="text-table">
              {["Header", "Current state", "Incidents", "History of 90 days", "Footer"].map((layer, index) => (
                <li key={layer} className={index === 1 ? "-mx-1 rounded-sm bg-selected px-1 leading-7" : "leading-7"}>
                  {layer}
                </li>
              ))}
            </ul>
          </Panel>
        ),
      }}
      end={{
        label: "Current state",
        content: (
          <Panel title="Current state">
            <KeyValue
              facts={[
                { label: "Shows", value: "All public systems" },
                { label: "Grouped by", value: "Team" },
                { label: "Refreshes", value: "every 30 s" },
              ]}
            />
          </Panel>
        ),
      }}
    >
      <div className="p-6 max-sm:p-4">
        <CodeBlock
          title="state.html"
          code={
            '<section data-block="state">\n  <h2>Current state</h2>\n  <status-list group-by="team" refresh="30"></status-list>\n</section>'
          }
        />
      </div>
    </WorkspacePage>
  )
}
