/** Colours as a screen mixes them, as far as they are written out: names, hex, rgb(), hsl(), oklab() and oklch(). */
export interface Color {
  /** Each from 0 to 1. */
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly alpha: number
}

/** Null for what depends on something else: `currentColor`, a gradient, a mix. */
export function readColor(text: string): Color | null {
  const said = text.trim().toLowerCase()
  if (said.length > 100) return null
  if (said === "transparent") return { red: 0, green: 0, blue: 0, alpha: 0 }
  const hex = /^#([0-9a-f]{3,8})$/.exec(said)?.[1] ?? NAMED.get(said)
  if (hex !== undefined) return ofHex(hex)
  const [, name, inside] = /^([a-z]{3,6})\(([^()]*)\)$/.exec(said) ?? []
  if (name === undefined || inside === undefined) return null
  const parts = inside.split(/[\s,/]+/).filter((part) => part !== "" && part !== "none")
  if (parts.length !== 3 && parts.length !== 4) return null
  const alpha = parts[3] === undefined ? 1 : amountOf(parts[3], 1)
  const [one, two, three] = parts as [string, string, string]
  if (name === "rgb" || name === "rgba")
    return bounded([amountOf(one, 255) / 255, amountOf(two, 255) / 255, amountOf(three, 255) / 255], alpha)
  if (name === "hsl" || name === "hsla")
    return ofHsl(degreesOf(one), amountOf(two, 100) / 100, amountOf(three, 100) / 100, alpha)
  if (name === "oklch") {
    const [chroma, hue] = [amountOf(two, 0.4), (degreesOf(three) * Math.PI) / 180]
    return ofOklab(amountOf(one, 1), chroma * Math.cos(hue), chroma * Math.sin(hue), alpha)
  }
  return name === "oklab" ? ofOklab(amountOf(one, 1), amountOf(two, 0.4), amountOf(three, 0.4), alpha) : null
}

/** From 1, which nobody can read, to 21, which is black on white. A text that lets its ground through is mixed with it. */
export function contrastOf(text: Color, ground: Color): number {
  const over = (one: number, below: number) => one * text.alpha + below * (1 - text.alpha)
  const mixed = bounded([over(text.red, ground.red), over(text.green, ground.green), over(text.blue, ground.blue)], 1)!
  const [lighter, darker] = [brightnessOf(mixed), brightnessOf(ground)].sort((a, b) => b - a)
  return (lighter! + 0.05) / (darker! + 0.05)
}

function brightnessOf({ red, green, blue }: Color): number {
  const linear = (part: number) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function ofHex(hex: string): Color | null {
  const pairs = hex.length <= 4 ? [...hex].map((sign) => sign + sign) : (hex.match(/../g) ?? [])
  if (hex.length === 5 || hex.length === 7) return null
  const [red, green, blue, alpha = 1] = pairs.map((pair) => Number.parseInt(pair, 16) / 255)
  return bounded([red!, green!, blue!], alpha)
}

function ofHsl(hue: number, saturation: number, lightness: number, alpha: number): Color | null {
  const part = (at: number) => {
    const step = (at + hue / 30) % 12
    return lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(step - 3, 9 - step, 1))
  }
  return bounded([part(0), part(8), part(4)], alpha)
}

function ofOklab(lightness: number, a: number, b: number, alpha: number): Color | null {
  const long = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3
  const medium = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3
  const short = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3
  const linear = [
    4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
    -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
    -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701 * short,
  ]
  const [red, green, blue] = linear.map((part) =>
    part <= 0.003_130_8 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055,
  )
  return bounded([red!, green!, blue!], alpha)
}

function bounded(parts: readonly [number, number, number], alpha: number): Color | null {
  if ([...parts, alpha].some((part) => !Number.isFinite(part))) return null
  const [red, green, blue] = parts.map((part) => Math.min(1, Math.max(0, part)))
  return { red: red!, green: green!, blue: blue!, alpha: Math.min(1, Math.max(0, alpha)) }
}

/** A number, or a percentage of what is whole. */
function amountOf(text: string, whole: number): number {
  const amount = /^[+-]?[\d.]+%?$/.test(text) ? Number.parseFloat(text) : Number.NaN
  return text.endsWith("%") ? (amount / 100) * whole : amount
}

function degreesOf(text: string): number {
  const [, amount, unit = "deg"] = /^([+-]?[\d.]+)(deg|turn|rad|grad)?$/.exec(text) ?? []
  const degrees = Number(amount) * { deg: 1, turn: 360, rad: 180 / Math.PI, grad: 0.9 }[unit as "deg"]
  return ((degrees % 360) + 360) % 360
}

const NAMED = new Map(
  `aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4 black 000000 blanchedalmond ffebcd
  blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed
  cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9
  darkkhaki bdb76b darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a darkseagreen 8fbc8f
  darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff
  dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc
  ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080 green 008000 greenyellow adff2f grey 808080 honeydew f0fff0 hotpink ff69b4
  indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd
  lightblue add8e6 lightcoral f08080 lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3
  lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899 lightslategrey 778899 lightsteelblue b0c4de
  lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd
  mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc
  mediumvioletred c71585 midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6
  olive 808000 olivedrab 6b8e23 orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee
  palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6 purple 800080 rebeccapurple 663399
  red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d
  silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c
  teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32`
    .split(/\s+/)
    .flatMap((word, at, all) => (at % 2 === 0 ? [[word, all[at + 1]!] as const] : [])),
)
