/** Far deeper than any answer of use. Reading 10,000 levels takes more of the stack than there is, and a server chooses how many it sends. */
const DEEPEST = 500

/** Undefined for what is no JSON, or is nested deeper than anybody means. */
export function parseJson(text: string): unknown {
  if (depthOf(text) > DEEPEST) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Brackets within strings are text. */
function depthOf(text: string): number {
  let [depth, deepest, isText] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (isText) {
      if (letter === "\\") at += 1
      else if (letter === '"') isText = false
    } else if (letter === '"') isText = true
    else if (letter === "[" || letter === "{") deepest = Math.max(deepest, ++depth)
    else if (letter === "]" || letter === "}") depth -= 1
  }
  return deepest
}
