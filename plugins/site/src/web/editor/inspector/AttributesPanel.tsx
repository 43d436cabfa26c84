import { Button, Chip, Field, IconButton, Switch, TextArea, TextInput } from "@countersign/ui"
import { X } from "lucide-react"
import { useEffect, useState } from "react"
import {
  componentOf,
  type ElementNode,
  paramName,
  type SingleCommand,
  type SiteNode,
  type TextNode,
  USE,
} from "../../../document.ts"
import { ParamFields, SlotField, UseFields } from "../components/ComponentFields.tsx"
import { kindOf } from "../store/node-words.ts"
import { useEditor, useStore } from "../store/use-editor.ts"
import { textsIn } from "../text/phrasing.ts"
import { CommitInput } from "./CommitInput.tsx"
import { PictureField } from "./PictureField.tsx"

/** What a node says of itself: its words, its attributes, its classes. */
export function AttributesPanel({ node }: { node: SiteNode }) {
  const store = useStore()
  const document = useEditor((state) => state.document)
  if (!document) return null
  const texts = node.kind === "text" ? [node] : node.kind === "element" ? textsIn(document, node.id) : []
  const words = texts.filter(({ text }) => text.trim() !== "")
  const isRoot = store.ref.type === "visualComponent" && node.id === document.rootNodeId
  const perform = (name: string, command: Record<string, unknown>) =>
    store.perform({ name, commands: [{ document: store.ref, node: node.id, ...command } as unknown as SingleCommand] })
  return (
    <div className="flex flex-col gap-4">
      <Field label="Name in the layers" hint={`Without one it is called after what it is: ${kindOf(node)}.`}>
        <CommitInput
          value={node.label ?? ""}
          readOnly={!store.mayEdit}
          onCommit={(label) => perform("Rename", { type: "rename", label: label.trim() === "" ? null : label.trim() })}
        />
      </Field>
      {node.kind === "element" && node.tag === USE && componentOf(node) !== "" && <UseFields node={node} />}
      {node.kind === "element" && isRoot && <ParamFields root={node} />}
      {node.kind === "element" && <SlotField node={node} />}
      {words.length > 0 && words.length <= MOST_TEXTS && (
        <div className="flex flex-col gap-2">
          {words.map((text, at) => (
            <WordsField key={text.id} text={text} label={words.length === 1 ? "Words" : `Words, part ${at + 1}`} />
          ))}
        </div>
      )}
      {node.kind === "element" && node.tag === "img" && <PictureField node={node} />}
      {node.kind === "element" && <Classes node={node} />}
      {node.kind === "element" && <Attributes node={node} />}
      {store.mayEdit && node.id !== document.contentNodeId && (
        <div className="flex flex-col gap-2">
          <Switch
            label="Hidden: not on the page"
            checked={node.hidden === true}
            onChange={(hidden) => perform(hidden ? "Hide" : "Show", { type: "setFlags", hidden })}
          />
          <Switch
            label="Locked: not moved or deleted by accident"
            checked={node.locked === true}
            onChange={(locked) => perform(locked ? "Lock" : "Unlock", { type: "setFlags", locked })}
          />
        </div>
      )}
    </div>
  )
}

/** Of a whole section one edits the words where they stand. */
const MOST_TEXTS = 6

/** What was shown when typing began goes along, so that somebody else's words are not lost. */
function WordsField({ text, label }: { text: TextNode; label: string }) {
  const store = useStore()
  const [typed, setTyped] = useState<{ base: string; words: string } | null>(null)
  function commit(): void {
    if (typed && typed.words !== typed.base)
      store.perform({
        name: "Type",
        commands: [{ type: "setText", document: store.ref, node: text.id, text: typed.words, base: typed.base }],
      })
    setTyped(null)
  }
  return (
    <Field label={label}>
      <TextArea
        rows={3}
        readOnly={!store.mayEdit}
        value={typed?.words ?? text.text}
        onChange={(event) => setTyped({ base: typed?.base ?? text.text, words: event.target.value })}
        onBlur={commit}
      />
    </Field>
  )
}

function Classes({ node }: { node: ElementNode }) {
  const store = useStore()
  const [name, setName] = useState("")
  // biome-ignore lint/correctness/useExhaustiveDependencies: another element's class is written from the beginning.
  useEffect(() => setName(""), [node.id])
  const change = (add: readonly string[], remove: readonly string[]) =>
    store.perform({
      name: "Class",
      commands: [{ type: "setClasses", document: store.ref, node: node.id, add, remove }],
    })
  function add(): void {
    const names = name.split(/\s+/).filter((one) => one !== "" && !node.classes.includes(one))
    if (names.length > 0 && change(names, []).ok) setName("")
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium text-table">Classes</legend>
      {node.classes.length > 0 && (
        <div className="flex flex-wrap gap-1">
          {node.classes.map((one) => (
            <Chip key={one} label={one} onRemove={store.mayEdit ? () => change([], [one]) : undefined} />
          ))}
        </div>
      )}
      {store.mayEdit && (
        <div className="flex gap-2">
          <TextInput
            mono
            aria-label="Name of a class"
            placeholder="class"
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => event.key === "Enter" && add()}
          />
          <Button onClick={add}>Add class</Button>
        </div>
      )}
    </fieldset>
  )
}

/** Shown also where they are missing: what is most often wanted. */
const WANTED: Readonly<Record<string, readonly string[]>> = {
  a: ["href"],
  img: ["src", "alt", "width", "height"],
  video: ["src", "poster"],
  input: ["type", "name", "placeholder"],
  button: ["type"],
  "cs-loop": ["data-source", "data-filter", "data-order-by", "data-limit"],
  "cs-component": ["data-component"],
  slot: ["name"],
}

function Attributes({ node }: { node: ElementNode }) {
  const store = useStore()
  const [name, setName] = useState("")
  const values = new Map(node.attributes)
  // Parameters have fields of their own.
  const own =
    node.tag === USE || node.tag === "template" ? [...values.keys()].filter((one) => paramName(one) !== null) : []
  const names = [...new Set([...(WANTED[node.tag] ?? []), "id", ...values.keys()])].filter((one) => !own.includes(one))
  const set = (attribute: string, value: string | null) =>
    store.perform({
      name: "Attribute",
      commands: [{ type: "setAttributes", document: store.ref, node: node.id, set: { [attribute]: value } }],
    })
  function add(): void {
    const attribute = name.trim().toLowerCase()
    if (attribute !== "" && !values.has(attribute) && set(attribute, "").ok) setName("")
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium text-table">Attributes</legend>
      {names.map((attribute) => (
        <div key={attribute} className="grid grid-cols-[6rem_1fr_auto] items-center gap-2">
          <span aria-hidden className="truncate font-mono text-table" title={attribute}>
            {attribute}
          </span>
          <CommitInput
            mono
            aria-label={attribute}
            value={values.get(attribute) ?? ""}
            readOnly={!store.mayEdit}
            onCommit={(value) => set(attribute, value === "" && attribute !== "alt" ? null : value)}
          />
          {store.mayEdit && values.has(attribute) ? (
            <IconButton size="sm" label={`Remove ${attribute}`} icon={<X />} onClick={() => set(attribute, null)} />
          ) : (
            <span className="size-6" />
          )}
        </div>
      ))}
      {store.mayEdit && (
        <div className="flex gap-2">
          <TextInput
            mono
            aria-label="Name of an attribute"
            placeholder="attribute"
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => event.key === "Enter" && add()}
          />
          <Button onClick={add}>Add attribute</Button>
        </div>
      )}
    </fieldset>
  )
}
