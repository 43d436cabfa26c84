import { TextLink } from "@countersign/ui"

interface StrategyCardsProps {
  ways: readonly { id: string; title: string; description: string }[]
  /** Where choosing one leads. */
  hrefOf: (id: string) => string
}

/** The first question of a new check: how to look. */
export function StrategyCards({ ways, hrefOf }: StrategyCardsProps) {
  return (
    <ul className="grid max-w-5xl gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {ways.map(({ id, title, description }) => (
        <li
          key={id}
          className="relative rounded-md border border-line bg-surface px-4 py-3 focus-within:outline-2 focus-within:outline-focus hover:border-accent"
        >
          <h2 className="font-semibold text-prose">
            <TextLink plain href={hrefOf(id)} className="outline-none after:absolute after:inset-0 after:content-['']">
              {title}
            </TextLink>
          </h2>
          <p className="mt-1 text-muted text-table">{description}</p>
        </li>
      ))}
    </ul>
  )
}
