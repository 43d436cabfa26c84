import { BASE_CSS, BASE_TOKENS, frameOf, NOT_FOUND, type Starter } from "./starter.ts"

const INCIDENTS = `<cs-loop data-source="incidents" data-filter="open=true" data-order-by="startedAt" data-direction="desc" data-limit="20">
<section aria-labelledby="now"><h2 id="now">Happening now</h2><ul class="cards"><cs-each>
<li class="card {currentEntry.status}"><p class="mark">{currentEntry.statusWords}</p><h3>{currentEntry.title}</h3>
<p data-cs-if="currentEntry.latest">{currentEntry.latest}</p>
<p class="quiet">Since <time datetime="{currentEntry.startedAt}">{currentEntry.startedAt}</time><span data-cs-if="currentEntry.systems"> · {currentEntry.systems}</span></p></li>
</cs-each></ul></section></cs-loop>`

const MAINTENANCE = `<cs-loop data-source="maintenance" data-order-by="startsAt" data-limit="10">
<section aria-labelledby="planned"><h2 id="planned">Planned maintenance</h2><ul class="cards"><cs-each>
<li class="card maintenance"><p class="mark">{currentEntry.statusWords}</p><h3>{currentEntry.title}</h3>
<p data-cs-if="currentEntry.latest">{currentEntry.latest}</p>
<p class="quiet"><time datetime="{currentEntry.startsAt}">{currentEntry.startsAt}</time> to <time datetime="{currentEntry.endsAt}">{currentEntry.endsAt}</time><span data-cs-if="currentEntry.systems"> · {currentEntry.systems}</span></p></li>
</cs-each></ul></section></cs-loop>`

const SYSTEMS = `<section aria-labelledby="systems"><h2 id="systems">Systems</h2>
<cs-loop data-source="systems" data-order-by="name" data-limit="500"><ul class="systems"><cs-each>
<li><div><h3>{currentEntry.name}</h3><p class="quiet" data-cs-if="currentEntry.heading">{currentEntry.heading}</p></div><p class="state {currentEntry.status}"><span class="dot"></span>{currentEntry.statusWords}</p></li>
</cs-each></ul><cs-empty><p class="quiet">No systems are shown here yet.</p></cs-empty></cs-loop></section>`

const PAST = `<cs-loop data-source="incidents" data-filter="open=false" data-order-by="startedAt" data-direction="desc" data-limit="10">
<section aria-labelledby="past"><h2 id="past">Past incidents</h2><ul class="past"><cs-each>
<li><h3>{currentEntry.title}</h3><p data-cs-if="currentEntry.latest">{currentEntry.latest}</p><p class="quiet"><time datetime="{currentEntry.startedAt}">{currentEntry.startedAt}</time></p></li>
</cs-each></ul></section></cs-loop>`

/** In a sentence, the worst first. */
const VERDICT = otherwise(
  ["status!=healthy; status!=unknown; status!=maintenance", '<h1 class="troubled">Some systems have problems</h1>'],
  ["status=maintenance", '<h1 class="working-on">Maintenance is under way</h1>'],
  ["status=healthy", '<h1 class="well">All systems are working</h1>'],
  ["", "<h1>No system has reported its state yet</h1>"],
)

/** The first sentence for which there is a system. */
function otherwise(...sentences: readonly (readonly [filter: string, html: string])[]): string {
  return sentences.reduceRight((rest, [filter, html]) => {
    const only = filter === "" ? "" : ` data-filter="${filter}"`
    return `<cs-loop data-source="systems"${only} data-limit="1">${html}<cs-empty>${rest}</cs-empty></cs-loop>`
  }, "<h1>Nothing to report yet</h1>")
}

/** What the public sees before anything else was published: how things are, at once. */
export const statusPage: Starter = {
  id: "status",
  name: "Status page",
  description: "For the state of what you run: systems, incidents, planned maintenance.",
  frame: frameOf(`<header class="bar"><div class="wrap"><a class="name" href="/">{site.name}</a></div></header>
<main id="content" class="wrap"><cs-outlet></cs-outlet></main>
<footer class="foot"><p class="wrap quiet">Times are in {site.timeZone}.</p></footer>`),
  home: `<!doctype html><html><body><div class="status">
<div class="verdict">${VERDICT}</div>
${INCIDENTS}
${MAINTENANCE}
${SYSTEMS}
${PAST}
</div></body></html>`,
  notFound: NOT_FOUND,
  tokens: BASE_TOKENS,
  css: `${BASE_CSS}body { --wrap: 46rem; }
.status { display: grid; gap: var(--space-l); padding-block: var(--space-l) 0; }
.status section { display: grid; gap: var(--space-s); }
.verdict h1 { display: flex; align-items: center; gap: 0.75rem; padding: 1.25rem 1.5rem; border-radius: 0.5rem; font-size: var(--text-l); background: var(--unknown-soft); color: var(--unknown); }
.verdict h1::before { content: ""; flex: none; width: 0.75rem; height: 0.75rem; border-radius: 50%; background: currentColor; }
.verdict .well { background: var(--healthy-soft); color: var(--healthy); }
.verdict .working-on { background: var(--maintenance-soft); color: var(--maintenance); }
.verdict .troubled { background: var(--degraded-soft); color: var(--degraded); }
.verdict .troubled::before { border-radius: 1px; rotate: 45deg; }
h3 { font-size: 1rem; letter-spacing: 0; }
.cards, .past { display: grid; gap: var(--space-s); }
.card { background: var(--color-surface); border: 1px solid var(--color-hairline); border-inline-start: 4px solid var(--tone, var(--unknown)); border-radius: 0.375rem; padding: 1rem 1.25rem; display: grid; gap: 0.25rem; }
.mark { color: var(--tone, var(--unknown)); font-size: 0.875rem; font-weight: 600; }
.healthy { --tone: var(--healthy); }
.degraded { --tone: var(--degraded); }
.unhealthy { --tone: var(--unhealthy); }
.maintenance { --tone: var(--maintenance); }
.systems { background: var(--color-surface); border: 1px solid var(--color-hairline); border-radius: 0.375rem; }
.systems li { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0.25rem 1.5rem; padding: 0.75rem 1.25rem; }
.systems li + li { border-top: 1px solid var(--color-hairline); }
.systems div { min-width: 0; flex: 1 1 12rem; }
.state { display: flex; align-items: center; gap: 0.5rem; color: var(--tone, var(--unknown)); font-size: 0.875rem; font-weight: 600; }
.dot { width: 0.625rem; height: 0.625rem; border-radius: 50%; background: currentColor; }
.degraded .dot { border-radius: 1px; rotate: 45deg; }
.unhealthy .dot { border-radius: 1px; }
.past li { padding-block: var(--space-s); border-top: 1px solid var(--color-hairline); display: grid; gap: 0.25rem; }
`,
}
