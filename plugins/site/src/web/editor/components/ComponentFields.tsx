import { Button, Field, IconButton, Select, TextInput, TextLink } from "@countersign/ui"
import { X } from "lucide-react"
import { useState } from "react"
import { componentOf, type ElementNode, paramAttribute, USE } from "../../../document.ts"
import { CommitInput } from "../inspector/CommitInput.tsx"
import { elementOf } from "../store/tree.ts"
import { useEditor, useStore } from "../store/use-editor.ts"
import { paramsOf, partOf, slotsOf } from "./known-part.ts"
import { paramFrom, wordsOf } from "./param-words.ts"

/** What a component is given where it is used: a field for each of its parameters, and what its slots take. */
export function UseFields({ node }: { node: ElementNode }) {
  const store = useStore()
  const id = componentOf(node)
  const part = useEditor((state) => partOf(state, id))
  const root = part && elementOf(part, part.rootNodeId)
  const said = new Map(node.attributes)
  const params = root ? paramsOf(root) : []
  const set = (attribute: string, value: string) =>
    store.perform({
      name: "Parameter",
      commands: [
        {
          type: "setAttributes",
          document: store.ref,
          node: node.id,
          set: { [attribute]: value === "" ? null : value },
        },
      ],
    })
  return (
    <>
      {params.length > 0 && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 font-medium text-table">Parameters</legend>
          {params.map(({ name, attribute, value }) => (
            <Field key={attribute} label={wordsOf(name)}>
              <CommitInput
                value={said.get(attribute) ?? ""}
                placeholder={value}
                readOnly={!store.mayEdit}
                onCommit={(written) => set(attribute, written)}
              />
            </Field>
          ))}
        </fieldset>
      )}
      <p className="text-muted text-table">
        {part && slotsTold(slotsOf(part))}
        What it shows is changed in <TextLink href={`/site/edit/visualComponent:${id}`}>the component</TextLink>, for
        every page that uses it.
      </p>
    </>
  )
}

function slotsTold(slots: readonly string[]): string {
  if (slots.length === 0) return ""
  if (slots.length === 1) return "What you put into it stands in its slot. "
  return "What you put into it stands in one of its slots; each says in which. "
}

/** In which slot something stands that a component is given. Where there is only one without a name, nobody has to say. */
export function SlotField({ node }: { node: ElementNode }) {
  const store = useStore()
  const around = useEditor(({ document }) => (document ? elementOf(document, node.parent) : null))
  const part = useEditor((state) => (around?.tag === USE ? partOf(state, componentOf(around)) : null))
  const slots = part ? slotsOf(part) : []
  if (slots.every((slot) => slot === "")) return null
  const [, chosen = ""] = node.attributes.find(([name]) => name === "slot") ?? []
  const options = [...new Set([...slots, chosen.trim()])].map((slot) => ({
    value: slot,
    label: slots.includes(slot) ? wordsOf(slot) || "The one without a name" : "None: it is not to be seen",
  }))
  return (
    <Field label="Slot of the component">
      <Select
        value={chosen.trim()}
        options={options}
        disabled={!store.mayEdit}
        onChange={(slot) =>
          store.perform({
            name: "Slot",
            commands: [
              { type: "setAttributes", document: store.ref, node: node.id, set: { slot: slot === "" ? null : slot } },
            ],
          })
        }
      />
    </Field>
  )
}

/** In the component itself: its parameters, each with what it is unless a use says otherwise. */
export function ParamFields({ root }: { root: ElementNode }) {
  const store = useStore()
  const [name, setName] = useState("")
  const params = paramsOf(root)
  const set = (attribute: string, value: string | null) =>
    store.perform({
      name: "Parameter",
      commands: [{ type: "setAttributes", document: store.ref, node: root.id, set: { [attribute]: value } }],
    })
  function add(): void {
    const param = paramFrom(name)
    if (param === null) store.tell("A parameter has a name of letters and digits that begins with a letter.")
    else if (params.some((one) => one.name === param)) store.tell(`There is a parameter ${param} already.`)
    else if (set(paramAttribute(param), "").ok) setName("")
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium text-table">Parameters</legend>
      <p className="text-muted text-table">
        Each page that uses the component can say another value. In its words and attributes{" "}
        <span className="font-mono">{`{params.${params[0]?.name ?? "title"}}`}</span> stands for it.
      </p>
      {params.map((param) => (
        <div key={param.attribute} className="grid grid-cols-[6rem_1fr_auto] items-center gap-2">
          <span aria-hidden className="truncate font-mono text-table" title={param.name}>
            {param.name}
          </span>
          <CommitInput
            aria-label={wordsOf(param.name)}
            placeholder="Nothing, unless a page says it"
            value={param.value}
            readOnly={!store.mayEdit}
            onCommit={(value) => set(param.attribute, value)}
          />
          {store.mayEdit && (
            <IconButton
              size="sm"
              label={`Remove ${wordsOf(param.name)}`}
              icon={<X />}
              onClick={() => set(param.attribute, null)}
            />
          )}
        </div>
      ))}
      {store.mayEdit && (
        <div className="flex gap-2">
          <TextInput
            aria-label="Name of a parameter"
            placeholder="title"
            maxLength={40}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => event.key === "Enter" && !event.nativeEvent.isComposing && add()}
          />
          <Button onClick={add}>Add parameter</Button>
        </div>
      )}
    </fieldset>
  )
}
