import { autocompletion } from "@codemirror/autocomplete"
import { indentWithTab } from "@codemirror/commands"
import { javascript } from "@codemirror/lang-javascript"
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language"
import { shell } from "@codemirror/legacy-modes/mode/shell"
import { setDiagnostics } from "@codemirror/lint"
import { Compartment, EditorState, type Extension } from "@codemirror/state"
import { EditorView, keymap } from "@codemirror/view"
import { tags } from "@lezer/highlight"
import { basicSetup } from "codemirror"
import type { CodeCompletions, CodeLanguage, CodeMark } from "./CodeEditor.tsx"

export type MountedEditor = {
  setText(text: string): void
  configure(options: EditorOptions): void
  remove(): void
}

type EditorOptions = {
  label: string
  language: CodeLanguage
  readOnly: boolean
  marks: readonly CodeMark[]
  complete: CodeCompletions | undefined
}

/**
 * In a shadow root: there the editor's styles are constructed sheets, which the policy allows, instead of style elements,
 * which it refuses. Our tokens reach inside, so that colours follow the theme by themselves.
 */
export function mountEditor(
  host: HTMLElement,
  { value, onChange }: { value: string; onChange: (text: string) => void },
): MountedEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open", delegatesFocus: true })
  const options = new Compartment()
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: value,
      extensions: [
        options.of([]),
        basicSetup,
        LOOK,
        syntaxHighlighting(COLOURS),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) onChange(state.doc.toString())
        }),
      ],
    }),
  })
  return {
    setText(text) {
      const current = view.state.doc.toString()
      if (text !== current) view.dispatch({ changes: { from: 0, to: current.length, insert: text } })
    },
    configure(chosen) {
      view.dispatch({ effects: options.reconfigure(extensionsFor(chosen)) })
      const { length } = view.state.doc
      const within = (at: number) => Math.max(0, Math.min(at, length))
      view.dispatch(
        setDiagnostics(
          view.state,
          chosen.marks.map(({ from, to, message }) => ({
            from: within(from),
            to: within(Math.max(from, to)),
            message,
            severity: "error",
          })),
        ),
      )
    },
    remove: () => view.destroy(),
  }
}

function extensionsFor({ label, language, readOnly, marks, complete }: EditorOptions): Extension[] {
  return [
    EditorView.contentAttributes.of({ "aria-label": label, ...(marks.length > 0 ? { "aria-invalid": "true" } : {}) }),
    LANGUAGES[language],
    // Escape lets the next Tab leave: the editor itself sees to that.
    readOnly ? [EditorState.readOnly.of(true)] : keymap.of([indentWithTab]),
    complete ? autocompletion({ override: [async ({ state, pos }) => complete(state.doc.toString(), pos)] }) : [],
  ]
}

const LANGUAGES: Record<CodeLanguage, Extension> = {
  typescript: javascript({ typescript: true }),
  shell: StreamLanguage.define(shell),
  text: [],
}

const LOOK = EditorView.theme({
  "&": { color: "var(--color-ink)", backgroundColor: "var(--color-surface)", fontSize: "13px" },
  "&.cm-focused": { outline: "2px solid var(--color-focus)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "20px", minHeight: "6rem", maxHeight: "32rem" },
  ".cm-gutters": {
    color: "var(--color-faint)",
    backgroundColor: "var(--color-sunken)",
    borderRight: "1px solid var(--color-hairline)",
  },
  ".cm-activeLine": { backgroundColor: "transparent" },
  ".cm-activeLineGutter": { color: "var(--color-ink)", backgroundColor: "var(--color-hover)" },
  ".cm-cursor": { borderLeftColor: "var(--color-ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--color-selected)",
  },
  ".cm-tooltip": {
    color: "var(--color-ink)",
    backgroundColor: "var(--color-raised)",
    border: "1px solid var(--color-line)",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    color: "var(--color-ink)",
    backgroundColor: "var(--color-highlight)",
  },
  ".cm-completionDetail": { color: "var(--color-muted)", fontStyle: "normal" },
  ".cm-diagnostic": { fontFamily: "var(--font-sans)" },
  ".cm-panels": { color: "var(--color-ink)", backgroundColor: "var(--color-sunken)" },
})

const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: "var(--color-accent-ink)" },
  { tag: [tags.string, tags.regexp], color: "var(--color-healthy-ink)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--color-maintenance-ink)" },
  { tag: [tags.comment], color: "var(--color-faint)", fontStyle: "italic" },
  { tag: [tags.typeName, tags.className], color: "var(--color-degraded-ink)" },
  { tag: [tags.invalid], color: "var(--color-danger-ink)" },
])
