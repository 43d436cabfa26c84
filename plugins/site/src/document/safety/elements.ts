/** Which elements and attributes a page may have, by what a browser does with them. */
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

export const HTML_ELEMENTS = words(`
  html head body title meta link
  address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
  header hgroup hr legend li main menu nav ol p pre listing search section summary ul
  a abbr acronym b bdi bdo big blink br cite code data del dfn em font i ins kbd label mark marquee nobr q rb rp rt rtc ruby s samp
  small span strike strong sub sup time tt u var wbr
  area audio canvas embed iframe img map object param picture source svg track video
  caption col colgroup table tbody td tfoot th thead tr
  button datalist input meter optgroup option output progress select textarea
  noscript slot template`)

export const SVG_ELEMENTS = words(`
  svg a animate animateMotion animateTransform circle clipPath defs desc ellipse feBlend feColorMatrix feComponentTransfer feComposite
  feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
  filter foreignObject g image line linearGradient marker mask metadata mpath path pattern polygon polyline radialGradient rect set
  stop switch symbol text textPath title tspan use view`)

export const MATH_ELEMENTS = words(`
  math annotation maction maligngroup menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot
  mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics`)

/** Gone with all they hold. Of any other element that is not known, what it holds takes its place. */
export const DROPPED_WHOLE = words(
  "script style base applet frame frameset noembed noframes xmp plaintext annotation-xml handler listener bgsound basefont",
)

/** Custom elements do nothing without scripts; loops, outlets and components are such. */
export const CUSTOM_ELEMENT = /^[a-z][a-z0-9._]*-[a-z0-9._-]*$/

/** What the value of an attribute does. All that are not here are words to a browser. */
export type Meaning = "leads" | "loads image" | "loads media" | "loads set" | "loads frame" | "local" | "never"

const MEANINGS: Readonly<Record<string, Meaning>> = {
  "* href": "leads",
  "form action": "leads",
  "* formaction": "leads",
  "* cite": "leads",
  "* longdesc": "leads",
  "* src": "loads media",
  "img src": "loads image",
  "input src": "loads image",
  "* poster": "loads image",
  "* background": "loads image",
  "* srcset": "loads set",
  "* imagesrcset": "loads set",
  "iframe src": "loads frame",
  "embed src": "loads frame",
  "object data": "loads frame",
  "svg:a href": "leads",
  "svg:image href": "loads image",
  "svg:feImage href": "loads image",
  "svg:* href": "local",
  "math:* href": "leads",
  "* usemap": "local",
}

/** They run something, load something that nobody sees, or change what other addresses mean. */
const NEVER = words(`
  srcdoc ping attributionsrc codebase classid archive code manifest profile dynsrc lowsrc xml:base shadowrootmode
  shadowrootdelegatesfocus shadowrootclonable shadowrootserializable nonce csp allow credentialless http-equiv action data
  values from to by`)

const KNOWN = words(`
  abbr about accept accept-charset accesskey align alink allowfullscreen allowtransparency alt as async autocapitalize autocomplete autocorrect
  autofocus autoplay axis bgcolor blocking border bordercolor bottommargin capture cellpadding cellspacing char charoff charset
  checked clear closedby cols colspan color colorspace command commandfor compact content contenteditable controls controlslist coords crossorigin
  datatype datetime decoding default defer dir dirname disabled disablepictureinpicture disableremoteplayback download draggable
  elementtiming enctype enterkeyhint exportparts face fetchpriority for form formenctype formmethod formnovalidate formtarget
  frame frameborder headers height hidden high hreflang hspace id imagesizes inert inputmode integrity is ismap itemid
  itemprop itemref itemscope itemtype kind label lang language leftmargin link list loading loop low marginheight marginwidth
  max maxlength media method min minlength multiple muted name nohref noresize noshade novalidate nowrap open optimum part
  pattern placeholder playsinline popover popovertarget popovertargetaction prefix preload property readonly referrerpolicy rel required resource rev
  reversed rightmargin role rows rowspan rules sandbox scheme scope scrollamount scrolldelay scrolling selected shape size sizes
  slot span spellcheck standby start step summary tabindex target text title topmargin translate truespeed type typeof unselectable valign value
  valuetype version virtualkeyboardpolicy vlink vocab vspace width wrap writingsuggestions direction behavior bgproperties`)

const DRAWING = words(`
  accumulate additive alignment-baseline amplitude attributeName attributeType azimuth baseFrequency baseProfile baseline-shift begin bias
  calcMode clip clip-path clip-rule clipPathUnits color-interpolation color-interpolation-filters cursor cx cy d diffuseConstant
  direction display divisor dominant-baseline dur dx dy edgeMode elevation end exponent fill fill-opacity fill-rule filter
  filterUnits flood-color flood-opacity font-family font-size font-size-adjust font-stretch font-style font-variant font-weight fr
  fx fy glyph-orientation-horizontal glyph-orientation-vertical gradientTransform gradientUnits height id image-rendering in in2
  intercept k1 k2 k3 k4 kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lang lengthAdjust letter-spacing lighting-color
  limitingConeAngle marker-end marker-mid marker-start markerHeight markerUnits markerWidth mask mask-type maskContentUnits
  maskUnits max media method min mode numOctaves offset opacity operator order orient orientation origin overflow paint-order
  path pathLength patternContentUnits patternTransform patternUnits pointer-events points pointsAtX pointsAtY pointsAtZ
  preserveAlpha preserveAspectRatio primitiveUnits r radius refX refY repeatCount repeatDur requiredExtensions requiredFeatures restart result role
  rotate rx ry scale seed shape-rendering side slope spacing specularConstant specularExponent spreadMethod startOffset stdDeviation
  stitchTiles stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-opacity stroke-width surfaceScale systemLanguage tabindex tableValues target targetX targetY text-anchor text-decoration
  text-rendering textLength title transform transform-box transform-origin type unicode-bidi vector-effect version viewBox
  visibility width word-spacing writing-mode x x1 x2 xChannelSelector xml:lang xml:space xmlns xmlns:xlink xlink:title xlink:role xlink:show
  xlink:type xlink:arcrole y y1 y2 yChannelSelector z zoomAndPan enable-background focusable href xlink:href values from to by
  accent accentunder close columnalign columnlines columnspacing columnspan denomalign depth dir display displaystyle encoding fence
  frame framespacing largeop length linethickness lspace lquote mathbackground mathcolor mathsize mathvariant maxsize minsize
  movablelimits notation numalign open rowalign rowlines rowspacing rowspan rspace rquote scriptlevel scriptminsize
  scriptsizemultiplier selection separator separators stretchy subscriptshift superscriptshift symmetric voffset actiontype name rel download`)

/** What a parser reads as one name. */
const WRITABLE = /^[^\s"'<>/=`\p{C}]+$/u

/** What the attribute does on that element; null where it is not known, and so not kept. */
export function meaningOf(
  namespace: "html" | "svg" | "math",
  tag: string,
  attribute: string,
): Meaning | "words" | null {
  if (attribute.length > LONGEST_NOTED || tag.length > LONGEST_NOTED) return foundMeaning(namespace, tag, attribute)
  const key = `${namespace} ${tag} ${attribute}`
  const known = noted.get(key)
  if (known !== undefined) return known
  const found = foundMeaning(namespace, tag, attribute)
  if (noted.size >= MOST_NOTED) noted.clear()
  noted.set(key, found)
  return found
}

/** Pages ask the same of the same few attributes, thousands of times. Names come from outside, so few and short ones are kept. */
const noted = new Map<string, Meaning | "words" | null>()
const MOST_NOTED = 2_000
const LONGEST_NOTED = 60

function foundMeaning(namespace: "html" | "svg" | "math", tag: string, attribute: string): Meaning | "words" | null {
  if (!WRITABLE.test(attribute)) return "never"
  // A parser makes small letters of any: a name in other ones, as a command may bring it, comes back as this.
  const name = namespace !== "html" && /^xlink:href$/i.test(attribute) ? "href" : attribute
  const lower = name.toLowerCase()
  if (lower.startsWith("on")) return "never"
  const prefix = namespace === "html" ? "" : `${namespace}:`
  const meaning = MEANINGS[`${prefix}${tag} ${name}`] ?? MEANINGS[`${prefix}* ${name}`]
  if (meaning) return meaning
  if (namespace !== "html" && DRAWING.has(name)) return "words"
  if (NEVER.has(lower)) return "never"
  if (KNOWN.has(lower)) return "words"
  // A hyphen, or the signs by which frameworks mark theirs: no browser gives such a name a meaning of its own.
  return /^[@:#*([]|[-:.]/.test(lower) ? "words" : null
}
