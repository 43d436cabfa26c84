import { useRegistry } from "../registry.ts"

/** `public` for everybody, `signedIn` for readers who signed in, `internal` for those who work on the thing. */
export type Visibility = "public" | "signedIn" | "internal"

const WORDS: Record<Visibility, string> = {
  public: "Everybody",
  signedIn: "Signed-in readers",
  internal: "Those who work on it",
}

/** Who may read an update. Where there is no page for everybody, nothing can be shown to them. */
export function useVisibilityChoices(current?: Visibility): { value: Visibility; label: string }[] {
  const offered = useRegistry().hasFeature("publicPages") || current === "public"
  return choicesFrom(WORDS).filter(({ value }) => value !== "public" || offered)
}

/** The options of a Select, in the order of the words. */
export function choicesFrom<Value extends string>(
  words: Readonly<Record<Value, string>>,
): { value: Value; label: string }[] {
  return (Object.entries(words) as [Value, string][]).map(([value, label]) => ({ value, label }))
}
