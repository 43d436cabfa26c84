import { type AnyProcedure, inputSchemaOf, metaOf, outputSchemaOf } from "../contract/procedure.ts"
import { toJsonSchema } from "./json-schema.ts"
import { accessSentence } from "./openapi.ts"

/** The API, browsable without scripts: one section a plugin, one entry a verb. */
export function apiDocsPage(procedures: readonly AnyProcedure[], origin: string): string {
  const byPlugin = Map.groupBy(
    [...procedures].sort((a, b) => metaOf(a).id.localeCompare(metaOf(b).id)),
    (one) => metaOf(one).id.split(".")[0]!,
  )
  const sections = [...byPlugin].map(
    ([plugin, verbs]) =>
      `<section><h2 id="${escapeHtml(plugin)}">${escapeHtml(plugin)}</h2>${verbs.map((one) => entry(one, origin)).join("")}</section>`,
  )
  const index = [...byPlugin.keys()]
    .map((plugin) => `<a href="#${escapeHtml(plugin)}">${escapeHtml(plugin)}</a>`)
    .join(" ")
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Countersign API</title><link rel="stylesheet" href="/api/docs.css"></head><body>
<header><h1>Countersign API</h1><p>Every verb is called by <code>POST /api/v1/&lt;plugin&gt;/&lt;verb&gt;</code> with JSON; reads also by GET.
Send an application's key as <code>Authorization: Bearer</code>. The same in machine form: <a href="/api/v1/openapi.json">openapi.json</a>.</p>
<nav aria-label="Plugins">${index}</nav></header><main>${sections.join("")}</main></body></html>`
}

export const API_DOCS_CSS = `
:root{color-scheme:light dark;--line:light-dark(#ddd8d0,#3a3733);--soft:light-dark(#5f5a52,#a9a49b);--code:light-dark(#f4f1ec,#211f1d)}
body{font:14px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:24px 16px;background:light-dark(#fdfcfa,#171614);color:light-dark(#23201b,#ece8e1)}
h1{font-size:28px;margin:0}h2{border-bottom:1px solid var(--line);padding-bottom:4px;margin-top:40px}
nav{display:flex;gap:12px;flex-wrap:wrap}a{color:light-dark(#1d4fa3,#8fb4f5)}
article{border-bottom:1px solid var(--line);padding:12px 0}h3{font:600 14px ui-monospace,monospace;margin:0}
p{margin:4px 0}.facts{color:var(--soft)}summary{cursor:pointer}
pre{background:var(--code);padding:8px 12px;overflow:auto;font-size:12px}`

function entry(procedure: AnyProcedure, origin: string): string {
  const meta = metaOf(procedure)
  const input = JSON.stringify(toJsonSchema(inputSchemaOf(procedure), "input"), null, 2)
  const output = JSON.stringify(toJsonSchema(outputSchemaOf(procedure), "output"), null, 2)
  const curl = `curl ${origin}/api/v1/${meta.id.replace(".", "/")} \\\n  -H "Authorization: Bearer $COUNTERSIGN_KEY" \\\n  -H "content-type: application/json" -d '{}'`
  return `<article id="${escapeHtml(meta.id)}"><h3>${escapeHtml(meta.id)}</h3><p>${escapeHtml(meta.summary)}</p>
<p class="facts">Effect: ${meta.effect}. ${escapeHtml(accessSentence(meta.access))}</p>
<details><summary>Input, output, example</summary><p>Input</p><pre>${escapeHtml(input)}</pre><p>Output</p><pre>${escapeHtml(output)}</pre><p>Example</p><pre>${escapeHtml(curl)}</pre></details></article>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
