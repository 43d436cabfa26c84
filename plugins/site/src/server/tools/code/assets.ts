/** Stylesheets and scripts as files: a sheet is known by its name, a script by its path. */
import { createHash } from "node:crypto"
import { type Ctx, ForbiddenError, holds } from "@countersign/core/server"
import { codeAccess } from "../../../contract.ts"
import { DEFAULT_RUNTIME, refuse, type Script, type Site, type Stylesheet, textOf } from "../../../document.ts"

export type CodeAsset =
  | { readonly type: "style"; readonly sheet: Stylesheet }
  | { readonly type: "script"; readonly script: Script }

export function assetsOf({ sheets, scripts }: Site): CodeAsset[] {
  return [
    ...sheets.map((sheet): CodeAsset => ({ type: "style", sheet })),
    ...scripts.map((script): CodeAsset => ({ type: "script", script })),
  ]
}

export function contentOf(asset: CodeAsset): string {
  return asset.type === "style" ? textOf(asset.sheet) : asset.script.content
}

export function pathOf(asset: CodeAsset): string {
  return asset.type === "style" ? asset.sheet.name : asset.script.path
}

export function summaryOf(asset: CodeAsset) {
  const content = contentOf(asset)
  const runtime = asset.type === "script" ? asset.script.runtime : null
  return {
    fileId: asset.type === "style" ? asset.sheet.id : asset.script.id,
    path: pathOf(asset),
    type: asset.type,
    hash: hashOf(content),
    chars: content.length,
    runtime: runtime && { ...runtime, documents: runtime.documents && [...runtime.documents] },
  }
}

export function hashOf(content: string): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 16)
}

export function findAsset(
  site: Site,
  { fileId, path }: { fileId?: string | undefined; path?: string | undefined },
): CodeAsset {
  if (fileId === undefined && path === undefined) refuse("Name the file by its fileId or its path.")
  const found = assetsOf(site).find((asset) =>
    fileId === undefined ? pathOf(asset) === path : summaryOf(asset).fileId === fileId,
  )
  if (!found)
    refuse(`There is no file ${(fileId ?? path)!.slice(0, 100)}. List the code of the site to find the right one.`)
  return found
}

export function demandHash(asset: CodeAsset, expected: string | undefined): void {
  const { hash, path } = summaryOf(asset)
  if (expected === hash) return
  refuse(
    expected === undefined
      ? `There is a file ${path} already. Read it, and pass its hash as expectedHash to replace it.`
      : `The file ${path} has changed since: its hash is ${hash} and not ${expected.slice(0, 64)}. Read it again.`,
  )
}

export function scriptOf(
  id: string,
  path: string,
  content: string,
  runtime: Script["runtime"] = DEFAULT_RUNTIME,
): Script {
  return { id, path, content, runtime }
}

/** Whoever changes a script needs the right to, beside the one to change pages. */
export function demandCodeRight({ principal }: Ctx, type: CodeAsset["type"]): void {
  if (type === "script" && !holds(principal, codeAccess.manage))
    throw new ForbiddenError("Scripts need the permission site.code.manage. An administrator can grant it.")
}
