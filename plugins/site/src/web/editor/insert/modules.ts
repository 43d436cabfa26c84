/** What the palette offers, as HTML: the same importer reads it that reads what people paste. */
import type { Media } from "../../../contract/media.ts"

export interface Module {
  readonly id: string
  readonly name: string
  readonly html: string
  /** What it is called in the layers, where its kind does not tell it from others. */
  readonly label?: string
}

export interface ModuleGroup {
  readonly name: string
  readonly modules: readonly Module[]
}

export const ELEMENTS: ModuleGroup = {
  name: "Elements",
  modules: [
    { id: "heading", name: "Heading", html: "<h2>Heading</h2>" },
    { id: "paragraph", name: "Paragraph", html: "<p>Write something here.</p>" },
    { id: "link", name: "Link", html: '<a href="/">Link</a>' },
    { id: "button", name: "Button", html: '<button type="button">Button</button>' },
    { id: "list", name: "List", html: "<ul><li>First</li><li>Second</li></ul>" },
    { id: "box", name: "Box", html: "<div></div>" },
    { id: "quotation", name: "Quotation", html: "<blockquote><p>What somebody said.</p></blockquote>" },
    { id: "line", name: "Line", html: "<hr>" },
    {
      id: "table",
      name: "Table",
      html: "<table><thead><tr><th>Name</th><th>Value</th></tr></thead><tbody><tr><td>First</td><td>1</td></tr></tbody></table>",
    },
  ],
}

export const SECTIONS: ModuleGroup = {
  name: "Sections",
  modules: [
    { id: "section", name: "Section", html: "<section></section>" },
    {
      id: "hero",
      name: "Opening",
      html: '<section class="hero"><h1>What you offer</h1><p>For whom, and why it is good.</p><a href="/">Begin</a></section>',
    },
    {
      id: "columns",
      name: "Three columns",
      html: '<section class="columns"><article><h3>First</h3><p>Why.</p></article><article><h3>Second</h3><p>How.</p></article><article><h3>Third</h3><p>When.</p></article></section>',
    },
    { id: "header", name: "Header", html: '<header><nav><a href="/">Home</a></nav></header>' },
    { id: "footer", name: "Footer", html: "<footer><p>{site.name}</p></footer>" },
  ],
}

/** In a template, where the page goes. */
export const OUTLET: Module = { id: "outlet", name: "Outlet", html: "<cs-outlet></cs-outlet>" }

/** In a component, where what a use of it holds goes. */
export const SLOT: Module = { id: "slot", name: "Slot", html: "<slot></slot>" }

export function componentModule({ id, title }: { id: string; title: string }): Module {
  const html = `<cs-component data-component="${escaped(id)}"></cs-component>`
  return { id: `component.${id}`, name: title, html, label: title }
}

export function mediaModule(media: Pick<Media, "id" | "name" | "address" | "alt" | "kind">): Module {
  const [address, alt] = [escaped(media.address), escaped(media.alt)]
  const html =
    media.kind === "picture" || media.kind === "drawing"
      ? `<img src="${address}" alt="${alt}">`
      : media.kind === "video"
        ? `<video src="${address}" controls></video>`
        : `<a href="${address}">${escaped(media.name)}</a>`
  return { id: `media.${media.id}`, name: media.name, html }
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")
}
