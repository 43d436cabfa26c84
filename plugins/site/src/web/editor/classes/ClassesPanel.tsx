import { SearchInput } from "@countersign/ui"
import { useMemo, useState } from "react"
import { useEditor, useStore } from "../store/use-editor.ts"
import { type ClassUse, classesOf } from "./classes-of.ts"

/** A list that nobody reads to its end is drawn in parts. */
const SHOWN = 200

/** Every class that this page or the styles know. A click selects the elements that have it. */
export function ClassesPanel() {
  const document = useEditor((state) => state.document)
  const sheets = useEditor((state) => state.site.sheets)
  const [text, setText] = useState("")
  const classes = useMemo(() => (document ? classesOf(document, sheets) : []), [document, sheets])
  const wanted = text.trim().replace(/^\./, "").toLowerCase()
  const found = classes.filter(({ name }) => name.toLowerCase().includes(wanted))
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto pt-3">
      <SearchInput label="Search classes" value={text} onChange={setText} />
      {found.length === 0 && (
        <p className="text-muted text-table">
          {classes.length === 0
            ? "No element has a class yet. Select one and give it a class on the tab Attributes."
            : "No class is called like that."}
        </p>
      )}
      <ul className="flex flex-col">
        {found.slice(0, SHOWN).map((one) => (
          <ClassRow key={one.name} use={one} />
        ))}
      </ul>
      {found.length > SHOWN && (
        <p className="text-muted text-table">{found.length - SHOWN} more. Search for the one you want.</p>
      )}
    </div>
  )
}

function ClassRow({ use }: { use: ClassUse }) {
  const store = useStore()
  const { name, elements, rules } = use
  return (
    <li className="border-hairline border-b last:border-b-0">
      <button
        type="button"
        disabled={elements.length === 0}
        className="flex min-h-9 w-full flex-wrap items-baseline justify-between gap-x-3 rounded-md px-1 py-1.5 text-left text-table enabled:hover:bg-hover pointer-coarse:min-h-10"
        onClick={() => store.select(elements)}
      >
        <span className="min-w-0 break-all font-mono">.{name}</span>
        <span className="text-muted">
          {elements.length === 0
            ? "not on this page"
            : elements.length === 1
              ? "1 element"
              : `${elements.length} elements`}
          {rules === 0 && ", no rule"}
        </span>
      </button>
    </li>
  )
}
