/** Things that fit what was typed, for a picker. */
export type ChooseThings = (
  text: string,
  signal: AbortSignal,
) => Promise<readonly { id: string; label: string; hint?: string }[]>

const choices = new Map<string, ChooseThings>()

export function registerThingChoices(things: Readonly<Record<string, ChooseThings>>): void {
  for (const [resource, choose] of Object.entries(things)) choices.set(resource, choose)
}

/** Where things of a type are chosen from; undefined where no plugin offers them. */
export function choicesOf(type: string): ChooseThings | undefined {
  return choices.get(type)
}
