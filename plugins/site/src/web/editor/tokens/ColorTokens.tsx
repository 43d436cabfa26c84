import { useId } from "react"
import { type ColorToken, variablesOf } from "../../../document.ts"
import { CommitInput } from "../inspector/CommitInput.tsx"
import { AddToken } from "./AddToken.tsx"
import { TokenHead } from "./TokenHead.tsx"
import { TokenSection } from "./TokenSection.tsx"
import { usesInWords } from "./token-uses.ts"
import { byName, useTokens } from "./use-tokens.ts"

export function ColorTokens() {
  const { tokens, mayEdit, change } = useTokens()
  const colors = byName(tokens.colors)
  return (
    <TokenSection
      title="Colours"
      none="No colour has a name yet."
      isEmpty={colors.length === 0}
      add={
        mayEdit && (
          <AddToken
            noun="colour"
            nameExample="brand"
            value={{ label: "Colour", example: "#1d4ed8" }}
            onAdd={(name, value) => change("Add a colour", { colors: { [name]: { value } } })}
          />
        )
      }
    >
      {colors.map(([slug, color]) => (
        <ColorRow key={slug} slug={slug} color={color} />
      ))}
    </TokenSection>
  )
}

function ColorRow({ slug, color }: { slug: string; color: ColorToken }) {
  const { tokens, used, mayEdit, change } = useTokens()
  const id = useId()
  const set = (changed: Partial<ColorToken>) => {
    const { dark, ...rest } = { ...color, ...changed }
    change("Change a colour", { colors: { [slug]: { ...rest, ...(dark && { dark }) } } })
  }
  return (
    <li className="flex flex-col gap-1">
      <TokenHead
        picture={<Swatch color={color} />}
        name={<span className="font-mono">--color-{slug}</span>}
        uses={usesInWords(used, variablesOf("colors", slug, tokens))}
        removeLabel={`Remove the colour ${slug}`}
        onRemove={mayEdit ? () => change("Remove a colour", { colors: { [slug]: null } }) : undefined}
      />
      <div className="grid grid-cols-[3rem_1fr] items-center gap-x-2 gap-y-1">
        <label htmlFor={`${id}-light`} className="text-muted text-table">
          Light
        </label>
        <CommitInput
          id={`${id}-light`}
          aria-label={`${slug} on light`}
          mono
          value={color.value}
          readOnly={!mayEdit}
          onCommit={(value) => value.trim() !== "" && set({ value: value.trim() })}
        />
        <label htmlFor={`${id}-dark`} className="text-muted text-table">
          Dark
        </label>
        <CommitInput
          id={`${id}-dark`}
          aria-label={`${slug} on dark`}
          mono
          value={color.dark ?? ""}
          placeholder="the same"
          readOnly={!mayEdit}
          onCommit={(value) => set({ dark: value.trim() })}
        />
      </div>
    </li>
  )
}

/** Both halves where the two differ. What is no colour paints nothing. */
function Swatch({ color: { value, dark } }: { color: ColorToken }) {
  return (
    <span aria-hidden className="flex size-8 shrink-0 overflow-hidden rounded-md border border-line">
      <span className="flex-1" style={{ backgroundColor: value }} />
      {dark && <span className="flex-1" style={{ backgroundColor: dark }} />}
    </span>
  )
}
