/** How things look that are drawn without components, for every frame or every move of a pointer. Classes are read out of .tsx files only. */

const MARK = "pointer-events-none absolute top-0 left-0"

export const LOOKS = {
  hover: `${MARK} border border-accent`,
  selected: `${MARK} outline-2 outline-accent outline`,
  name: "absolute bottom-full left-0 max-w-60 truncate rounded-t-sm bg-accent px-1 text-on-accent text-table data-below:top-full data-below:bottom-auto data-below:rounded-t-none",
  other: `${MARK} outline-2 outline-ink outline-dashed`,
  otherName:
    "absolute right-0 bottom-full max-w-60 truncate rounded-t-sm bg-ink px-1 text-canvas text-table data-below:top-full data-below:bottom-auto data-below:rounded-t-none",
  marquee: `${MARK} border border-accent border-dashed bg-accent/10`,
  allowed: `${MARK} bg-accent`,
  refused: `${MARK} bg-danger`,
  dragged:
    "pointer-events-none fixed z-50 max-w-80 rounded-sm border border-line bg-raised px-2 py-1 text-ink text-table shadow-float",
} as const
