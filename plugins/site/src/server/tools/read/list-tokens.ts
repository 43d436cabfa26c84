import { type Scale, type Site, tokenSheet, variablesOf } from "../../../document.ts"

type Family = "colors" | "typography" | "spacing" | "fonts"

/** Each token with the variables it gives. A value is that of its first variable, as the sheet has it. */
export function listTokens({ facts }: Site, { family }: { family?: Family | undefined }) {
  const { tokens } = facts
  const values = new Map<string, string>()
  for (const line of tokenSheet(tokens, () => null).split("\n")) {
    const [, name, value] = /^ {2}(--[^:]+): (.*);$/.exec(line) ?? []
    if (name && !values.has(name)) values.set(name, value!)
  }
  const token = (name: string, variables: string[]) => ({
    name,
    value: values.get(variables[0] ?? "") ?? "",
    variables,
  })
  const scales = (of: Scale["of"]) =>
    Object.entries(tokens.scales).flatMap(([name, scale]) =>
      scale.of === of
        ? variablesOf("scales", name, tokens).map((variable) => token(variable.slice(2), [variable]))
        : [],
    )
  const all = {
    colors: () => Object.keys(tokens.colors).map((slug) => token(slug, variablesOf("colors", slug, tokens))),
    typography: () => scales("text"),
    spacing: () => scales("space"),
    fonts: () => Object.keys(tokens.fonts).map((slug) => token(slug, variablesOf("fonts", slug, tokens))),
  }
  const wanted = family ? [family] : (Object.keys(all) as Family[])
  return Object.fromEntries(wanted.map((name) => [name, all[name]()]))
}
