import type { DesignTokens } from "../../document/facts/design-tokens.ts"

/** A site to begin with: a frame for every page, a first page, the page for what is not there, and one stylesheet. */
export interface Starter {
  readonly id: string
  readonly name: string
  /** When to choose it, in a sentence. */
  readonly description: string
  /** Everywhere, around the others. */
  readonly frame: string
  readonly home: string
  readonly notFound: string
  readonly css: string
  /** What the stylesheet leaves to names, so that people change it in one place. */
  readonly tokens: DesignTokens
}

/** What every starter has, in the light and in the dark. */
export const BASE_TOKENS: DesignTokens = {
  colors: {
    canvas: { value: "#fbfaf8", dark: "#171614" },
    surface: { value: "#ffffff", dark: "#1d1c1a" },
    hairline: { value: "#e6e3dc", dark: "#2f2d29" },
    ink: { value: "#1d1b17", dark: "#ece9e3" },
    muted: { value: "#57534b", dark: "#b9b4aa" },
    accent: { value: "#1f4b99", dark: "#93b6f5" },
  },
  fonts: {
    body: {
      name: "Body",
      fallback: 'Inter, ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
    },
  },
  scales: {},
}

/** The colours of states, sizes and the few elements that every starter has, in the light and in the dark. */
export const BASE_CSS = `:root {
  color-scheme: light dark;
  --healthy: light-dark(#1a6b3d, #74cf9b);
  --healthy-soft: light-dark(#e7f4ec, #172c20);
  --degraded: light-dark(#7d5000, #e8bb62);
  --degraded-soft: light-dark(#fbf2de, #322611);
  --unhealthy: light-dark(#a81c39, #f591a4);
  --unhealthy-soft: light-dark(#fbebee, #3a1d25);
  --maintenance: light-dark(#5644a3, #b9acf2);
  --maintenance-soft: light-dark(#f0edfa, #272140);
  --unknown: light-dark(#57534b, #b9b4aa);
  --unknown-soft: light-dark(#f1efea, #272521);
  --space-s: 0.75rem;
  --space-m: 1.25rem;
  --space-l: clamp(2rem, 1.4rem + 2.4vw, 3.5rem);
  --text-l: clamp(1.25rem, 1.15rem + 0.5vw, 1.5rem);
  --text-xl: clamp(1.9rem, 1.5rem + 2vw, 3rem);
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--color-canvas);
  color: var(--color-ink);
  font: 1rem/1.6 var(--font-body);
  font-variant-numeric: tabular-nums;
  text-wrap: pretty;
}
h1, h2, h3 { line-height: 1.2; letter-spacing: -0.015em; text-wrap: balance; margin: 0; overflow-wrap: anywhere; }
h1 { font-size: var(--text-xl); }
h2 { font-size: var(--text-l); }
p { margin: 0; overflow-wrap: anywhere; }
a { color: var(--color-accent); text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--color-accent); outline-offset: 3px; border-radius: 2px; }
ul { margin: 0; padding: 0; list-style: none; }
time, .quiet { color: var(--color-muted); font-size: 0.875rem; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; background: var(--color-surface); padding: 0.5rem 1rem; }
.wrap { width: min(100% - 2.5rem, var(--wrap, 60rem)); margin-inline: auto; }
.wrap .wrap { width: auto; }
.bar { border-bottom: 1px solid var(--color-hairline); }
.bar .wrap { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.25rem 1.5rem; min-height: 4rem; padding-block: 0.75rem; }
.bar .name { color: inherit; font-weight: 650; text-decoration: none; }
.bar ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
.bar li a { color: var(--color-muted); text-decoration: none; }
.bar li a:hover { color: var(--color-ink); }
.foot { border-top: 1px solid var(--color-hairline); margin-top: var(--space-l); padding-block: var(--space-m); }
.lost { padding-block: var(--space-l); display: grid; gap: var(--space-s); justify-items: start; }
`

/** The frame: the name of the site, its pages, the page itself. */
export function frameOf(body: string): string {
  return `<!doctype html><html><head><meta name="color-scheme" content="light dark"></head><body>
<a class="skip" href="#content">Skip to content</a>
${body}
</body></html>`
}

export const HEADER = `<header class="bar"><div class="wrap"><a class="name" href="/">{site.name}</a>
<cs-loop data-source="pages" data-filter="listed=true" data-order-by="title" data-limit="8"><nav aria-label="Pages"><ul><cs-each><li><a href="{currentEntry.address}">{currentEntry.title}</a></li></cs-each></ul></nav></cs-loop></div></header>`

export const NOT_FOUND = `<!doctype html><html><body><section class="wrap lost"><h1>There is nothing here</h1>
<p>No page has this address. It may have moved, or the link may be broken.</p>
<p><a href="/">Go to the start page</a></p></section></body></html>`
