import { globSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import type { SourcePage } from "./doc-page.ts"
import { buildDocsIndex, type DocsIndex } from "./docs-index.ts"

/** Every page of a checkout: the platform's under `docs/guide`, each plugin's under `plugins/<plugin>/guide`. */
export function readGuide(root: string): SourcePage[] {
  return filesOf(root).map((file) => {
    const [, plugin, slug] = /^(?:docs|plugins\/([^/]+))\/guide\/(.+)\.md$/.exec(file)!
    const markdown = readFileSync(join(root, file), "utf8").replaceAll("\r\n", "\n")
    return { file, plugin: plugin ?? null, slug: slug!, markdown }
  })
}

/** Used by the build, and where the sources run without one. */
export function indexGuide(root: string): DocsIndex {
  return buildDocsIndex(readGuide(root))
}

/** Another one as soon as a page was added, changed or taken away. */
export function guideFingerprint(root: string): string {
  return filesOf(root)
    .map((file) => `${file} ${statSync(join(root, file)).mtimeMs}`)
    .join("\n")
}

function filesOf(root: string): string[] {
  return globSync(["docs/guide/**/*.md", "plugins/*/guide/**/*.md"], { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .sort()
}
