import type { AskedScope } from "@countersign/core/contract"
import { Checkbox } from "@countersign/ui"

export interface ScopeChoiceProps {
  scopes: readonly AskedScope[]
  value: readonly string[]
  onChange(value: string[]): void
}

/** What an app asks for, each to be left out. */
export function ScopeChoice({ scopes, value, onChange }: ScopeChoiceProps) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-semibold">It asks to</legend>
      {scopes.map((asked) => (
        <div key={asked.scope}>
          <Checkbox
            label={lowerFirst(asked.sentence)}
            hint={asked.grantable ? undefined : "You cannot do this yourself, so you cannot let it."}
            checked={value.includes(asked.scope)}
            disabled={!asked.grantable}
            onChange={(checked) =>
              onChange(checked ? [...value, asked.scope] : value.filter((scope) => scope !== asked.scope))
            }
          />
          {asked.includes.length > 0 && <Included sentences={asked.includes} />}
        </div>
      ))}
    </fieldset>
  )
}

function Included({ sentences }: { sentences: readonly string[] }) {
  return (
    <details className="pl-6 text-muted">
      <summary className="w-fit cursor-pointer">
        {sentences.length === 1 ? "What that is" : `These ${sentences.length} things`}
      </summary>
      <ul className="mt-1 list-disc pl-5">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  )
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
