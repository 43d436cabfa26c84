import { type Command, refuse, renameToken as renamed, type Site, type TokenFamily } from "../../../document.ts"
import type { Ran } from "../run/runner.ts"

export function renameToken(
  site: Site,
  { family, slug, to }: { family: TokenFamily; slug: string; to: string },
): Ran<{ changedRules: number; changedNodes: number }> {
  const names = Object.keys(site.facts.tokens[family])
  const command = renamed(site, { family, slug }, to)
  if (!command)
    refuse(
      `There is no token ${slug.slice(0, 60)} among the ${family}. There are ${names.slice(0, 50).join(", ") || "none"}.`,
    )
  if (names.includes(to)) refuse(`There is a token ${to} already. Choose another name.`)
  const commands: readonly Command[] = command.type === "group" ? command.commands : [command]
  return {
    commands,
    data: {
      changedRules: commands.reduce((sum, one) => sum + (one.type === "editStyles" ? one.edits.length : 0), 0),
      changedNodes: commands.filter(({ type }) => type === "setInlineStyle").length,
    },
  }
}
