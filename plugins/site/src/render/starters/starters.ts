import { BASE_CSS, BASE_TOKENS, frameOf, HEADER, NOT_FOUND, type Starter } from "./starter.ts"

const FOOTER = '<footer class="foot"><p class="wrap quiet">{site.name}</p></footer>'
const PLAIN_FRAME = frameOf(`${HEADER}
<main id="content"><cs-outlet></cs-outlet></main>
${FOOTER}`)

const product: Starter = {
  id: "product",
  name: "Product",
  description: "For one thing that you offer: what it does, in three points, and the way to it.",
  frame: PLAIN_FRAME,
  home: `<!doctype html><html><body><section class="hero wrap"><p class="kicker">{site.name}</p><h1>Say what it does in one line</h1>
<p class="lead">One or two sentences about whom it helps, and with what. Plain words are remembered.</p>
<p class="ways"><a class="button" href="#more">See how it works</a> <a href="mailto:hello@example.com">Write to us</a></p></section>
<section id="more" class="wrap points" aria-labelledby="why"><h2 id="why">Why people choose it</h2><ul>
<li><h3>The first reason</h3><p>What is better for somebody the day after they begin, told with a number where there is one.</p></li>
<li><h3>The second reason</h3><p>What they no longer have to do, or no longer have to worry about.</p></li>
<li><h3>The third reason</h3><p>What it works together with, so that nobody has to begin again.</p></li></ul></section>
<section class="closing" aria-labelledby="begin"><div class="wrap"><h2 id="begin">Begin today</h2><p>Say what happens next, and how long it takes.</p><p><a class="button" href="mailto:hello@example.com">Write to us</a></p></div></section></body></html>`,
  notFound: NOT_FOUND,
  tokens: BASE_TOKENS,
  css: `${BASE_CSS}.hero { padding-block: calc(var(--space-l) * 1.5); display: grid; gap: var(--space-m); }
.hero h1 { max-width: 18ch; }
.kicker { color: var(--color-muted); font-weight: 600; }
.lead { font-size: 1.2rem; max-width: 52ch; color: var(--color-muted); }
.ways { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem 1.5rem; }
.button { display: inline-block; background: light-dark(#23509e, #93b6f5); color: light-dark(#ffffff, #12110f); font-weight: 600; padding: 0.625rem 1.25rem; border-radius: 0.375rem; text-decoration: none; }
.button:hover { background: light-dark(#1b4085, #b3ccf8); }
.points { display: grid; gap: var(--space-m); padding-bottom: var(--space-l); }
.points ul { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); gap: var(--space-m) 2rem; }
.points li { border-top: 2px solid var(--color-ink); padding-top: var(--space-s); display: grid; gap: 0.375rem; align-content: start; }
.points li p { color: var(--color-muted); }
.closing { background: var(--color-surface); border-block: 1px solid var(--color-hairline); padding-block: var(--space-l); }
.closing div { display: grid; gap: var(--space-s); }
.closing + .foot, main + .foot { margin-top: 0; border-top: 0; }
`,
}

const handbook: Starter = {
  id: "handbook",
  name: "Handbook",
  description: "For pages that people look things up in: a list of all of them beside what is read.",
  frame: frameOf(`<header class="bar"><div class="wrap"><a class="name" href="/">{site.name}</a></div></header>
<div class="wrap sides"><cs-loop data-source="pages" data-order-by="title" data-limit="200"><nav aria-label="Pages"><ul><cs-each><li><a href="{currentEntry.address}">{currentEntry.title}</a></li></cs-each></ul></nav></cs-loop>
<main id="content"><cs-outlet></cs-outlet></main></div>
${FOOTER}`),
  home: `<!doctype html><html><body><article class="prose"><h1>How things are done here</h1>
<p>Begin with what somebody needs on their first day. Then the questions that come up every week.</p>
<h2>What belongs here</h2><p>Steps that more than one person has to follow, and why they are as they are.</p>
<ul><li>Who to ask, and when.</li><li>What to do when something breaks.</li><li>Where things are kept.</li></ul>
<h2>What does not</h2><p>What changes every day. Link to it instead.</p></article></body></html>`,
  notFound: NOT_FOUND,
  tokens: BASE_TOKENS,
  css: `${BASE_CSS}body { --wrap: 66rem; }
.sides { display: grid; grid-template-columns: minmax(0, 14rem) minmax(0, 1fr); gap: var(--space-l); padding-block: var(--space-l); }
.sides nav ul { display: grid; gap: 0.125rem; position: sticky; top: 1.5rem; }
.sides nav a { display: block; padding: 0.3rem 0; color: var(--color-muted); text-decoration: none; overflow-wrap: anywhere; }
.sides nav a:hover { color: var(--color-ink); }
.prose { max-width: 68ch; display: grid; gap: var(--space-m); }
.prose h2 { margin-top: var(--space-s); }
.prose ul { list-style: disc; padding-inline-start: 1.25rem; display: grid; gap: 0.375rem; }
.lost { width: auto; padding-block: 0; }
@media (max-width: 48rem) {
  .sides { grid-template-columns: minmax(0, 1fr); gap: var(--space-m); padding-block: var(--space-m); }
  .sides nav { border-bottom: 1px solid var(--color-hairline); padding-bottom: var(--space-s); }
  .sides nav ul { position: static; display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
}
`,
}

const journal: Starter = {
  id: "journal",
  name: "Journal",
  description: "For news and notes: the newest first, over pages.",
  frame: PLAIN_FRAME,
  home: `<!doctype html><html><body><div class="wrap journal"><header><h1>{site.name}</h1><p class="lead">What we are working on, and what we found out.</p></header>
<cs-loop data-source="pages" data-filter="publishedAt>1970-01-01; address!=/" data-order-by="publishedAt" data-direction="desc" data-page-size="10">
<ul class="entries"><cs-each><li><article><p><time datetime="{currentEntry.publishedAt}">{currentEntry.publishedAt}</time></p><h2><a href="{currentEntry.address}">{currentEntry.title}</a></h2><p data-cs-if="currentEntry.description">{currentEntry.description}</p></article></li></cs-each></ul>
<cs-empty><p class="quiet">Nothing has been published yet.</p></cs-empty>
<cs-pages><nav class="turn" aria-label="More entries"><a data-cs-if="pages.previous" href="{pages.previous}" rel="prev">Newer</a><span class="quiet">{pages.current} of {pages.total}</span><a data-cs-if="pages.next" href="{pages.next}" rel="next">Older</a></nav></cs-pages></cs-loop></div></body></html>`,
  notFound: NOT_FOUND,
  tokens: BASE_TOKENS,
  css: `${BASE_CSS}body { --wrap: 44rem; }
.journal { padding-block: var(--space-l) 0; display: grid; gap: var(--space-l); }
.journal header { display: grid; gap: var(--space-s); }
.lead { color: var(--color-muted); font-size: 1.15rem; }
.entries { display: grid; }
.entries li { border-top: 1px solid var(--color-hairline); padding-block: var(--space-m); }
.entries article { display: grid; gap: 0.375rem; }
.entries h2 a { color: inherit; text-decoration: none; }
.entries h2 a:hover { text-decoration: underline; }
.turn { display: flex; justify-content: space-between; gap: 1rem; }
`,
}

export const starters: readonly Starter[] = [product, handbook, journal]
