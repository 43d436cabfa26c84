/** Whether a media query holds in a window of a width. What it asks besides (a dark system, a printer) has no answer here. */

/** Null where it depends on something else than the width. */
export function holdsAt(query: string, width: number): boolean | null {
  const parts = splitTop(query, ",")
  return query.trim() === "" ? true : either(parts.map((part) => holdsOne(part.trim().toLowerCase(), width, 0)))
}

type Answer = boolean | null

function either(answers: readonly Answer[]): Answer {
  return answers.includes(true) ? true : answers.includes(null) ? null : false
}

function all(answers: readonly Answer[]): Answer {
  return answers.includes(false) ? false : answers.includes(null) ? null : true
}

function not(answer: Answer): Answer {
  return answer === null ? null : !answer
}

const DEEPEST = 20

function holdsOne(query: string, width: number, depth: number): Answer {
  if (query.startsWith("only ")) return holdsOne(query.slice(5).trim(), width, depth)
  if (/^not [^(]/.test(query)) return not(holdsOne(query.slice(4).trim(), width, depth))
  const [, type, rest] = /^([a-z-]+)(?: and (.*))?$/s.exec(query) ?? []
  if (type === undefined || type === "not") return holdsCondition(query, width, depth)
  const ofType = type === "all" || type === "screen"
  return rest === undefined ? ofType : all([ofType, holdsCondition(rest, width, depth)])
}

/** Conditions in brackets, with `and`, `or` and `not` between them. */
function holdsCondition(text: string, width: number, depth: number): Answer {
  if (depth > DEEPEST) return null
  const ors = splitTop(text, " or ")
  if (ors.length > 1) return either(ors.map((one) => holdsCondition(one.trim(), width, depth + 1)))
  const ands = splitTop(text, " and ")
  if (ands.length > 1) return all(ands.map((one) => holdsCondition(one.trim(), width, depth + 1)))
  const one = text.trim()
  if (one.startsWith("not ")) return not(holdsCondition(one.slice(4), width, depth + 1))
  if (!one.startsWith("(") || !one.endsWith(")")) return null
  const inside = one.slice(1, -1).trim()
  return inside.startsWith("(") || inside.startsWith("not ")
    ? holdsCondition(inside, width, depth + 1)
    : holdsFeature(inside, width)
}

function holdsFeature(feature: string, width: number): Answer {
  const [, bound, said] = /^(min-|max-)?width\s*:\s*(\S+)$/.exec(feature) ?? []
  if (said !== undefined) {
    const length = pixelsOf(said)
    if (length === null) return null
    return bound === "min-" ? width >= length : bound === "max-" ? width <= length : width === length
  }
  const sides = feature.split(/(<=|>=|<|>|=)/).map((side) => side.trim())
  if (sides.length !== 3 && sides.length !== 5) return null
  const answers: Answer[] = []
  for (let at = 1; at < sides.length; at += 2) answers.push(compared(sides[at - 1]!, sides[at]!, sides[at + 1]!, width))
  return all(answers)
}

function compared(left: string, sign: string, right: string, width: number): Answer {
  const [one, other] = [left, right].map((side) => (side === "width" ? width : pixelsOf(side)))
  if ((left !== "width" && right !== "width") || one == null || other == null) return null
  if (sign === "=") return one === other
  if (sign === "<") return one < other
  if (sign === "<=") return one <= other
  return sign === ">" ? one > other : one >= other
}

/** An em of a query is that of the browser, which is 16 pixels unless somebody changed it. */
function pixelsOf(length: string): number | null {
  const [, amount, unit] = /^([+-]?\d{0,9}(?:\.\d{1,9})?)(px|em|rem)?$/.exec(length) ?? []
  if (amount === undefined || amount === "" || (unit === undefined && Number(amount) !== 0)) return null
  return Number(amount) * (unit === "em" || unit === "rem" ? 16 : 1)
}

/** Where the sign stands outside of brackets. */
function splitTop(text: string, sign: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "(") depth += 1
    else if (text[at] === ")") depth -= 1
    else if (depth === 0 && text.startsWith(sign, at)) {
      parts.push(text.slice(start, at))
      start = at + sign.length
      at = start - 1
    }
  }
  return [...parts, text.slice(start)]
}
