import { type FontToken, variablesOf } from "../../../document.ts"
import { CommitInput } from "../inspector/CommitInput.tsx"
import { AddToken } from "./AddToken.tsx"
import { TokenHead } from "./TokenHead.tsx"
import { TokenSection } from "./TokenSection.tsx"
import { usesInWords } from "./token-uses.ts"
import { byName, useTokens } from "./use-tokens.ts"

export function FontTokens() {
  const { tokens, mayEdit, change } = useTokens()
  const fonts = byName(tokens.fonts)
  return (
    <TokenSection
      title="Fonts"
      none="No font has a name yet."
      isEmpty={fonts.length === 0}
      add={
        mayEdit && (
          <AddToken
            noun="font"
            nameExample="heading"
            value={{ label: "Families", example: "Georgia, serif" }}
            onAdd={(name, fallback) => change("Add a font", { fonts: { [name]: { name, fallback } } })}
          />
        )
      }
    >
      {fonts.map(([slug, font]) => (
        <FontRow key={slug} slug={slug} font={font} />
      ))}
    </TokenSection>
  )
}

function FontRow({ slug, font }: { slug: string; font: FontToken }) {
  const { tokens, used, mayEdit, change } = useTokens()
  return (
    <li className="flex flex-col gap-1">
      <TokenHead
        picture={
          <span
            aria-hidden
            className="flex size-8 shrink-0 items-center justify-center rounded-md border border-line text-prose"
            style={{ fontFamily: font.fallback }}
          >
            Aa
          </span>
        }
        name={<span className="font-mono">--font-{slug}</span>}
        uses={`${font.family ? `${font.family}, ` : ""}${usesInWords(used, variablesOf("fonts", slug, tokens))}`}
        removeLabel={`Remove the font ${slug}`}
        onRemove={mayEdit ? () => change("Remove a font", { fonts: { [slug]: null } }) : undefined}
      />
      <CommitInput
        aria-label={font.family ? `What ${slug} falls back to` : `Families of ${slug}`}
        mono
        value={font.fallback}
        readOnly={!mayEdit}
        onCommit={(fallback) =>
          fallback.trim() !== "" &&
          change("Change a font", { fonts: { [slug]: { ...font, fallback: fallback.trim() } } })
        }
      />
    </li>
  )
}
