/** What HTML says of its elements, as far as reading a page back depends on it. */
const words = (text: string): ReadonlySet<string> => new Set(text.split(" "))

export const VOID = words(
  "area base basefont bgsound br col embed hr img input keygen link meta param source track wbr",
)

/** Their content is text until their end tag; `textarea` and `title` know character references. */
export const RAW_TEXT = words("style script xmp iframe noembed noframes plaintext")
export const ESCAPABLE_TEXT = words("textarea title")

/** The first line feed after their start tag is swallowed. */
export const SWALLOWS_LINE_FEED = words("pre textarea listing")

/** Their start tag ends an open `p`. */
export const ENDS_PARAGRAPH = words(
  "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup main menu nav ol p search section summary ul h1 h2 h3 h4 h5 h6 pre listing form hr li dd dt",
)
export const HEADINGS = words("h1 h2 h3 h4 h5 h6")

/** Nothing outside of them is closed from within. */
export const SCOPE_ENDS = words("applet caption html table td th marquee object select template")
/** Behind them an open `a` is out of sight. */
export const FORMATTING_ENDS = words("applet object marquee template td th caption")

/**
 * Where looking for an open `li`, `dd` or `dt` stops: HTML's special elements without `address`, `div` and `p`. HTML has
 * `search` among them, and neither Chromium nor parse5 has.
 */
export const SPECIAL = words(
  "applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd details dir dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ol param plaintext pre script section select source style summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp",
)

/** A `rt` or `rp` ends them. */
export const IMPLIED_ENDS = words("dd dt li optgroup option p rb rp rt rtc")
export const RUBY_PARTS = words("rb rt rp rtc")

/** What may stand in whom, where a table is picky. */
export const PICKY: Readonly<Record<string, ReadonlySet<string>>> = {
  html: words("head body"),
  head: words("base link meta title style noscript template"),
  table: words("caption colgroup thead tbody tfoot template"),
  thead: words("tr template"),
  tbody: words("tr template"),
  tfoot: words("tr template"),
  tr: words("td th template"),
  colgroup: words("col template"),
}
export const IN_SELECT: Readonly<Record<string, ReadonlySet<string>>> = {
  select: words("option optgroup hr template"),
  optgroup: words("option template"),
  option: words("template"),
}
export const IN_HEAD_NOSCRIPT = words("link meta style")
/** Their children are elements; text between them would be moved out. */
export const WITHOUT_TEXT = words("html head table thead tbody tfoot tr colgroup")
/** They stand in a picky parent or nowhere. */
export const TABLE_PARTS = words("caption colgroup col thead tbody tfoot tr td th")
/** Each belongs where the document has it already, or is read as another. */
export const NOWHERE = words("html head body frameset frame plaintext image svg math")

/** HTML elements that end foreign content: inside `svg` and `math` there are none of that name. */
export const BREAKS_OUT = words(
  "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var font",
)
/** Inside them HTML begins again. */
export const HTML_IN_SVG = words("foreignObject desc title")
export const HTML_IN_MATH = words("mi mo mn ms mtext")
