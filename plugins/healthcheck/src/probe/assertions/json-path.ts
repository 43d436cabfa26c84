import { JSONPathEnvironment, type JSONPathQuery, type JSONValue, jsonpath } from "json-p3"

const { FilterQuery, FunctionExtension, InfixExpression, LogicalExpression, PrefixExpression } = jsonpath.expressions
const { FilterSelector } = jsonpath.selectors
type FilterExpression = jsonpath.expressions.FilterExpression

/** No answer that people assert on is deeper; a descent over a deep one would meet every part once per level. */
const DEEPEST = 64
const MOST_FOUND = 1_000

const environment = new JSONPathEnvironment({ maxRecursionDepth: DEEPEST + 2 })

export type Path = { find(value: unknown): readonly unknown[] } | { problem: string }

/**
 * RFC 9535 without what is not linear: filter functions (match and search use an engine that can hang, count walks
 * everything at every node), more than one descent, several selectors at once, queries inside filters that find more than
 * one thing.
 */
export function compilePath(source: string): Path {
  if (source.length > 200) return { problem: "A path has at most 200 characters." }
  let query: JSONPathQuery
  try {
    query = environment.compile(source)
  } catch (error) {
    return { problem: `"${source}" is no JSONPath: ${error instanceof Error ? error.message : "it cannot be read"}.` }
  }
  const problem = problemOf(query)
  if (problem) return { problem }
  return {
    find(value) {
      if (isDeeper(value, DEEPEST)) return []
      const found: unknown[] = []
      for (const node of query.lazyQuery(value as JSONValue)) {
        found.push(node.value)
        if (found.length === MOST_FOUND) break
      }
      return found
    },
  }
}

function problemOf(query: JSONPathQuery): string | null {
  const descents = query.segments.filter((segment) => segment.toString().startsWith(".."))
  if (descents.length > 1) return "A path may hold .. only once."
  for (const { selectors } of query.segments) {
    if (selectors.length > 1)
      return "A path may choose one thing at each step: write several assertions instead of a list."
    const [selector] = selectors
    if (selector instanceof FilterSelector) {
      const problem = problemOfFilter(selector.expression)
      if (problem) return problem
    }
  }
  return null
}

function problemOfFilter(expression: FilterExpression): string | null {
  if (expression instanceof FunctionExtension)
    return `Functions such as ${expression.name}() may not stand in a path. Compare with ==, <, > instead.`
  if (expression instanceof LogicalExpression) return problemOfFilter(expression.expression)
  if (expression instanceof PrefixExpression) return problemOfFilter(expression.right)
  if (expression instanceof InfixExpression)
    return problemOfFilter(expression.left) ?? problemOfFilter(expression.right)
  if (expression instanceof FilterQuery && !expression.path.singularQuery())
    return "Inside a filter a path must lead to one thing, such as @.state."
  return null
}

/** By a list of what is still to be looked at: an answer can be deeper than a call stack. */
function isDeeper(value: unknown, deepest: number): boolean {
  const waiting: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (typeof next.value !== "object" || next.value === null) continue
    if (next.depth >= deepest) return true
    for (const part of Object.values(next.value)) waiting.push({ value: part, depth: next.depth + 1 })
  }
  return false
}
