import type { CodeCompletions } from "@countersign/ui"

/** Offers the variables of a shell script where one is begun: after `$`, `${` and their first letters. */
export function completeVariables(variables: readonly { name: string; description: string }[]): CodeCompletions {
  const options = variables.map(({ name, description }) => ({
    label: name,
    detail: description,
    type: "variable" as const,
  }))
  return async (text, at) => {
    const begun = /\$\{?(\w{0,100})$/.exec(text.slice(Math.max(0, at - 102), at))
    return begun ? { from: at - begun[1]!.length, options } : null
  }
}
