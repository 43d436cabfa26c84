/** What models that know such tools from elsewhere call them. They are found by these names as well. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  listDocuments: "list_documents",
  listModules: "list_modules",
  listBreakpoints: "list_breakpoints",
  listPostTypes: "list_post_types",
  listLoopSources: "list_loop_sources",
  listTokens: "list_tokens",
  readDocument: "read_document",
  listCodeAssets: "list_code_assets",
  readCodeAsset: "read_code_asset",
  writeCodeAsset: "write_code_asset",
  patchCodeAsset: "patch_code_asset",
  inspectCodeRuntime: "inspect_code_runtime",
  setColorTokens: "set_color_tokens",
  setFontTokens: "set_font_tokens",
  setTypeScale: "set_type_scale",
  setSpacingScale: "set_spacing_scale",
}

/** These have the same name there, without the plugin before it. */
const SAME_NAMES: ReadonlySet<string> = new Set(
  `insertHtml getNodeHtml replaceNodeHtml updateNodeProps moveNode deleteNode duplicateNode renameNode applyCss assignClass removeClass
  addPage deletePage renamePage duplicatePage setPageTemplate clearPageTemplate`.split(/\s+/),
)

export function aliasesOf(name: string): readonly string[] {
  const other = OTHER_NAMES[name] ?? (SAME_NAMES.has(name) ? name : undefined)
  return other === undefined ? [] : [other]
}
