import { Button, Field, IconButton, Notice, Select, TextArea, TextInput } from "@countersign/ui"
import { X } from "lucide-react"
import { type RefObject, useEffect, useId, useMemo, useState } from "react"
import type { ElementNode } from "../../../document.ts"
import type { Canvas } from "../canvas/canvas.ts"
import { NO_STATE, STATES } from "../states/states.ts"
import { useEditor, useStore } from "../store/use-editor.ts"
import { ambientRules } from "./ambient-rules.ts"
import { CascadePanel } from "./CascadePanel.tsx"
import { CommitInput } from "./CommitInput.tsx"
import { choicesOf, KNOWN, type KnownProperty, PROPERTY_GROUPS } from "./properties.ts"
import {
  type Declaration,
  declarationsFor,
  inlineDeclarations,
  rulesFor,
  ruleText,
  selectorOf,
  selectorOfClass,
  setRuleStyle,
  setRuleText,
  withInline,
} from "./style-rules.ts"

interface StylePanelProps {
  node: ElementNode
  breakpoint: string
  canvas: RefObject<Canvas | null>
}

/** An element's own style, the rule of a class, or a rule about more than that, at the width and in the state that are shown. */
export function StylePanel({ node, breakpoint, canvas }: StylePanelProps) {
  const store = useStore()
  const site = useEditor((state) => state.site)
  const [base] = site.facts.breakpoints
  const shownAt = site.facts.breakpoints.find(({ id }) => id === breakpoint)
  const isBase = breakpoint === base?.id
  const [chosen, setChosen] = useState<string | null>(null)
  const document = useEditor((editor) => editor.document)
  const width = shownAt?.width ?? 1280
  const ambient = useMemo(
    () => (document ? ambientRules(site, document, node, width) : []),
    [site, document, node, width],
  )
  const targets: readonly Target[] = [
    ...node.classes.map((name) => ({
      key: `.${name}`,
      selector: selectorOfClass(name),
      label: `Everything with .${name}`,
    })),
    { key: ELEMENT, selector: "", label: "This element alone" },
    ...ambient.map(({ key, selector, context, source }) => ({
      key: `rule ${key}`,
      selector,
      label: `Everything that ${selector} is about`,
      source,
      ...(context.length > 0 && { context }),
    })),
  ]
  const target = targets.find(({ key }) => key === chosen) ?? targets[0]!
  const isElement = target.key === ELEMENT
  const [state, setState] = useState(NO_STATE)
  const rule = {
    selector: target.selector,
    breakpoint,
    state: state.id,
    ...(target.context && { context: target.context }),
  }
  const declarations = isElement ? inlineDeclarations(node.style) : declarationsFor(rulesFor(site, rule))
  const computed = useComputed(canvas, node, `${breakpoint} ${state.id}`)
  const values = new Map(declarations.map(({ property, value }) => [property, value]))

  // The canvas shows it for as long as its style is worked on.
  useEffect(() => {
    const shown = canvas.current
    shown?.setState(state)
    return () => shown?.setState(NO_STATE)
  }, [canvas, state])

  function set(property: string, written: string): void {
    const value = written.trim() === "" ? null : written.trim()
    const commands = isElement
      ? [
          {
            type: "setInlineStyle" as const,
            document: store.ref,
            node: node.id,
            style: withInline(node.style, property, value),
          },
        ]
      : setRuleStyle(store.get().site, { ...rule, property, value }, store.nextId)
    store.perform({ name: "Style", commands })
  }

  return (
    <div className="flex flex-col gap-4">
      <Field label="Change the style of">
        <Select
          value={target.key}
          onChange={setChosen}
          options={targets.map(({ key, label }) => ({ value: key, label }))}
        />
      </Field>
      {target.source && (
        <p className="text-muted text-table">
          <span className="break-words font-mono">{target.selector}</span>, from {target.source}. It is about all that
          it matches, on every page.
          {target.context && !isBase && " It holds at every width: it is changed where it stands."}
        </p>
      )}
      <Field label="When">
        <Select
          value={state.id}
          onChange={(id) => setState(STATES.find((one) => one.id === id) ?? NO_STATE)}
          options={STATES.map(({ id, label }) => ({ value: id, label }))}
        />
      </Field>
      {isElement && (!isBase || state !== NO_STATE) ? (
        <Notice>
          An element's own style is the same at every width and at any time. Give it a class on the tab Attributes to
          change it for {isBase ? "this moment" : (shownAt?.name ?? "this width")} alone.
        </Notice>
      ) : (
        <>
          {PROPERTY_GROUPS.map(({ name, properties }) => (
            <fieldset key={name} className="flex flex-col gap-2">
              <legend className="mb-1 font-medium text-table">{name}</legend>
              {properties.map((property) => (
                <Property
                  key={property.property}
                  known={property}
                  value={values.get(property.property) ?? ""}
                  computed={computed.get(property.property) ?? ""}
                  choices={choicesOf(property, site.facts.tokens)}
                  onCommit={(value) => set(property.property, value)}
                />
              ))}
            </fieldset>
          ))}
          <Others
            declarations={declarations.filter(({ property }) => !KNOWN.has(property))}
            onSet={set}
            isRead={!store.mayEdit}
          />
          {!isElement && (
            <RuleText
              key={`${target.key} ${breakpoint} ${state.id}`}
              label={`The rule of ${selectorOf(rule)} as text`}
              text={ruleText(site, rule)}
              onApply={(text) =>
                store.perform({
                  name: "Style",
                  commands: setRuleText(store.get().site, { ...rule, text }, store.nextId),
                })
              }
            />
          )}
        </>
      )}
      <CascadePanel node={node} width={width} />
    </div>
  )
}

const ELEMENT = ""

/** What a change of style is about. */
interface Target {
  readonly key: string
  readonly selector: string
  readonly label: string
  /** Where a rule comes from that is not about one class. */
  readonly source?: string
  readonly context?: readonly string[]
}

/** What the browser makes of an element, read once the canvas has drawn what changed. */
function useComputed(canvas: RefObject<Canvas | null>, node: ElementNode, when: string): ReadonlyMap<string, string> {
  const site = useEditor((state) => state.site)
  const [computed, setComputed] = useState<ReadonlyMap<string, string>>(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is another value after any of them changed.
  useEffect(() => {
    const frame = requestAnimationFrame(() => setComputed(canvas.current?.computed(node.id, [...KNOWN]) ?? new Map()))
    return () => cancelAnimationFrame(frame)
  }, [canvas, node, site.sheets, site.facts, when])
  return computed
}

interface PropertyProps {
  known: KnownProperty
  value: string
  /** What it is now, where nothing is set here. */
  computed: string
  choices: readonly string[]
  onCommit: (value: string) => void
}

function Property({ known, value, computed, choices, onCommit }: PropertyProps) {
  const { mayEdit } = useStore()
  const id = useId()
  const listId = `${id}-choices`
  return (
    <div className="grid grid-cols-[6rem_1fr] items-center gap-2">
      <label htmlFor={id} className="truncate text-muted text-table">
        {known.label}
      </label>
      <CommitInput
        id={id}
        mono
        value={value}
        placeholder={computed}
        list={listId}
        readOnly={!mayEdit}
        onCommit={onCommit}
      />
      <datalist id={listId}>
        {choices.map((choice) => (
          <option key={choice} value={choice} />
        ))}
      </datalist>
    </div>
  )
}

interface OthersProps {
  declarations: readonly Declaration[]
  onSet: (property: string, value: string) => void
  isRead: boolean
}

/** Any property, by its name. */
function Others({ declarations, onSet, isRead }: OthersProps) {
  const [property, setProperty] = useState("")
  const [value, setValue] = useState("")
  function add(): void {
    if (property.trim() === "" || value.trim() === "") return
    onSet(property.trim(), value)
    setProperty("")
    setValue("")
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium text-table">Other properties</legend>
      {declarations.map((declaration) => (
        <div key={declaration.property} className="grid grid-cols-[6rem_1fr_auto] items-center gap-2">
          <span className="truncate font-mono text-table">{declaration.property}</span>
          <CommitInput
            mono
            aria-label={declaration.property}
            value={declaration.value}
            readOnly={isRead}
            onCommit={(next) => onSet(declaration.property, next)}
          />
          {!isRead && (
            <IconButton
              size="sm"
              label={`Remove ${declaration.property}`}
              icon={<X />}
              onClick={() => onSet(declaration.property, "")}
            />
          )}
        </div>
      ))}
      {!isRead && (
        <div className="grid grid-cols-[1fr_1fr_auto] items-center gap-2">
          <TextInput
            mono
            aria-label="Name of a property"
            placeholder="property"
            value={property}
            onChange={(event) => setProperty(event.target.value)}
          />
          <TextInput
            mono
            aria-label="Value of the property"
            placeholder="value"
            value={value}
            onChange={(event) => setValue(event.target.value)}
            onKeyDown={(event) => event.key === "Enter" && add()}
          />
          <Button onClick={add}>Add</Button>
        </div>
      )}
    </fieldset>
  )
}

function RuleText({ label, text, onApply }: { label: string; text: string; onApply: (text: string) => void }) {
  const { mayEdit } = useStore()
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <div className="flex flex-col items-start gap-2">
      <Field label={label} className="w-full">
        <TextArea
          rows={5}
          className="font-mono"
          spellCheck={false}
          readOnly={!mayEdit}
          value={typed ?? text}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      {typed !== null && typed !== text && (
        <Button
          onClick={() => {
            onApply(typed)
            setTyped(null)
          }}
        >
          Apply the text
        </Button>
      )}
    </div>
  )
}
