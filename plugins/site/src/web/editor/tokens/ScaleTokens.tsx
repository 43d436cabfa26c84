import { Button } from "@countersign/ui"
import { useId } from "react"
import { DEFAULT_SCALES, type Scale, type ScaleEnd, variablesOf } from "../../../document.ts"
import { CommitInput } from "../inspector/CommitInput.tsx"
import { useStore } from "../store/use-editor.ts"
import { TokenHead } from "./TokenHead.tsx"
import { TokenSection } from "./TokenSection.tsx"
import { usesInWords } from "./token-uses.ts"
import { byName, useTokens } from "./use-tokens.ts"

const WORDS = { text: "Text sizes", space: "Spaces" } as const

export function ScaleTokens() {
  const { tokens, mayEdit, change } = useTokens()
  const scales = byName(tokens.scales)
  const missing = (["text", "space"] as const).filter((of) => !scales.some(([, scale]) => scale.of === of))
  return (
    <TokenSection
      title="Sizes"
      none="No sizes have names yet."
      isEmpty={scales.length === 0}
      add={
        mayEdit &&
        missing.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {missing.map((of) => (
              <Button key={of} size="sm" onClick={() => change("Add sizes", { scales: { [of]: DEFAULT_SCALES[of] } })}>
                {of === "text" ? "Add text sizes" : "Add spaces"}
              </Button>
            ))}
          </div>
        )
      }
    >
      {scales.map(([slug, scale]) => (
        <ScaleRow key={slug} slug={slug} scale={scale} />
      ))}
    </TokenSection>
  )
}

function ScaleRow({ slug, scale }: { slug: string; scale: Scale }) {
  const { tokens, used, mayEdit, change } = useTokens()
  return (
    <li className="flex flex-col gap-2">
      <TokenHead
        name={
          <>
            {WORDS[scale.of]} <span className="font-mono text-muted">--{slug}-…</span>
          </>
        }
        uses={usesInWords(used, variablesOf("scales", slug, tokens))}
        removeLabel={`Remove the sizes ${slug}`}
        onRemove={mayEdit ? () => change("Remove sizes", { scales: { [slug]: null } }) : undefined}
      />
      <Picture scale={scale} />
      <End slug={slug} scale={scale} end="min" label="On a narrow window" />
      <End slug={slug} scale={scale} end="max" label="On a wide window" />
    </li>
  )
}

/** Each step as large as it is on a wide window, up to what fits. */
function Picture({ scale }: { scale: Scale }) {
  const sizes = scale.steps.map((step, at) => ({ step, size: scale.max.size * scale.max.ratio ** (at - scale.base) }))
  return (
    <ul className="flex flex-col gap-1">
      {sizes.map(({ step, size }) => (
        <li key={step} className="grid grid-cols-[3rem_1fr_3.5rem] items-center gap-2 text-table">
          <span className="truncate font-mono text-muted">{step}</span>
          <span className="overflow-hidden">
            {scale.of === "text" ? (
              <span className="block truncate leading-tight" style={{ fontSize: Math.min(size, 40) }}>
                Aa
              </span>
            ) : (
              <span className="block h-2 rounded-sm bg-accent" style={{ width: Math.min(size, 120) }} />
            )}
          </span>
          <span className="text-right text-muted tabular-nums">{Math.round(size * 10) / 10} px</span>
        </li>
      ))}
    </ul>
  )
}

const PARTS = [
  { part: "size", label: "Size" },
  { part: "ratio", label: "Ratio" },
  { part: "width", label: "From" },
] as const

function End({ slug, scale, end, label }: { slug: string; scale: Scale; end: "min" | "max"; label: string }) {
  const { mayEdit, change } = useTokens()
  const store = useStore()
  const id = useId()
  function set(part: keyof ScaleEnd, written: string): void {
    const number = Number(written.trim().replace(",", "."))
    if (written.trim() === "" || !Number.isFinite(number)) {
      store.tell(`"${written}" is no number, so nothing changed.`)
      return
    }
    change("Change sizes", { scales: { [slug]: { ...scale, [end]: { ...scale[end], [part]: number } } } })
  }
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-muted text-table">{label}</legend>
      <div className="grid grid-cols-3 gap-2">
        {PARTS.map(({ part, label: of }) => (
          <div key={part} className="flex flex-col gap-0.5">
            <label htmlFor={`${id}-${part}`} className="text-muted text-table">
              {part === "width" ? (end === "min" ? "Up to, px" : "From, px") : part === "size" ? "Size, px" : of}
            </label>
            <CommitInput
              id={`${id}-${part}`}
              mono
              inputMode="decimal"
              value={String(scale[end][part])}
              readOnly={!mayEdit}
              onCommit={(written) => set(part, written)}
            />
          </div>
        ))}
      </div>
    </fieldset>
  )
}
