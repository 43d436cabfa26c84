/**
 * Every module a TypeScript or TSX source names, types included. A scanner rather than a parser: it steps over
 * comments, strings, templates and regular expressions, and looks at the words between them.
 *
 * @returns {{ specifier: string, line: number, typeOnly: boolean }[]}
 */
export function scanImports(source) {
  const tokens = tokenize(source)
  const found = []
  for (let index = 0; index < tokens.length; index++) {
    const { text, kind, line } = tokens[index]
    if (kind !== "word" || tokens[index - 1]?.text === ".") continue
    const named = specifierAfter(tokens, index, text)
    if (named) found.push({ specifier: named.text, line, typeOnly: tokens[index + 1]?.text === "type" })
  }
  return found
}

/**
 * Every text a source holds as a value or a type: strings, templates piece by piece, regular expressions.
 *
 * @returns {{ text: string, line: number }[]} `line`: where it begins
 */
export function scanTexts(source) {
  return tokenize(source).flatMap(({ kind, text, line }) => (TEXTS.has(kind) ? [{ text, line }] : []))
}

const TEXTS = new Set(["string", "piece", "regex"])

function specifierAfter(tokens, index, word) {
  const next = tokens[index + 1]
  if (!next) return null
  if (word === "require") return next.text === "(" ? stringAt(tokens, index + 2) : null
  if (word === "import" && next.text === "(") return stringAt(tokens, index + 2)
  if (!beginsStatement(tokens, index)) return null
  if (word === "import") {
    if (next.kind === "string") return next
    return next.text === "." ? null : stringAfterFrom(tokens, index + 1)
  }
  if (word !== "export") return null
  const first = next.text === "type" ? tokens[index + 2] : next
  return first?.text === "{" || first?.text === "*" ? stringAfterFrom(tokens, index + 1) : null
}

/** The word also occurs in the text of elements. */
function beginsStatement(tokens, index) {
  const previous = tokens[index - 1]
  return !previous || previous.text === ";" || previous.line < tokens[index].line
}

function stringAt(tokens, index) {
  return tokens[index]?.kind === "string" ? tokens[index] : null
}

/** A clause holds names, braces, commas, `*` and names in quotes; anything else means it was no import. */
function stringAfterFrom(tokens, start) {
  for (let index = start; index < tokens.length; index++) {
    const { text, kind } = tokens[index]
    if (text === "from" && kind === "word" && tokens[index + 1]?.kind === "string") return tokens[index + 1]
    if (text === "=" && tokens[index + 1]?.text === "require") return null
    if (kind === "other" && !"{},*".includes(text)) return null
  }
  return null
}

const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy
// After these a slash begins a regular expression; after a name, a number or a closing bracket it divides.
const BEFORE_REGEX =
  /^(?:return|typeof|case|do|else|in|of|void|delete|throw|new|instanceof|yield|await|=>|[=({[,;:!&|?+\-*%^~>])$/

function tokenize(source) {
  const tokens = []
  // For each template we are inside of, how many braces its current substitution has open.
  const substitutions = []
  let line = 1
  let at = 0
  const push = (kind, text) => tokens.push({ kind, text, line })
  const skipTo = (end) => {
    for (let index = at; index < end; index++) if (source[index] === "\n") line++
    at = end
  }

  while (at < source.length) {
    const char = source[at]
    if (source.startsWith("//", at)) skipTo(orEnd(source.indexOf("\n", at), source))
    else if (source.startsWith("/*", at)) skipTo(orEnd(source.indexOf("*/", at + 2), source, 2))
    else if (char === '"' || char === "'") {
      const end = endOfString(source, at)
      // An apostrophe in the text of an element opens nothing.
      if (end === null) at++
      else {
        push("string", source.slice(at + 1, end))
        skipTo(end + 1)
      }
    } else if (char === "`" || (char === "}" && substitutions.at(-1) === 0)) {
      if (char === "}") substitutions.pop()
      const start = at
      const end = endOfTemplatePart(source, at + 1)
      const opens = source.startsWith("${", end)
      if (opens) substitutions.push(0)
      const whole = char === "`" && !opens
      push(whole ? "string" : "piece", source.slice(start + 1, end))
      skipTo(Math.min(end + (opens ? 2 : 1), source.length))
    } else if (char === "/" && beginsRegex(source, at, tokens.at(-1))) {
      const end = endOfRegex(source, at)
      push("regex", source.slice(at, end))
      skipTo(end)
    } else {
      WORD.lastIndex = at
      const word = WORD.exec(source)?.[0]
      if (word) push("word", word)
      else if (/\S/.test(char)) {
        if (substitutions.length > 0 && char === "{") substitutions[substitutions.length - 1]++
        if (substitutions.length > 0 && char === "}") substitutions[substitutions.length - 1]--
        push("other", char)
      }
      skipTo(at + (word?.length ?? 1))
    }
  }
  return tokens
}

function orEnd(index, source, length = 0) {
  return index === -1 ? source.length : index + length
}

function endOfString(source, start) {
  for (let index = start + 1; index < source.length && source[index] !== "\n"; index++) {
    if (source[index] === "\\") index++
    else if (source[index] === source[start]) return index
  }
  return null
}

function endOfTemplatePart(source, start) {
  let index = start
  while (index < source.length && source[index] !== "`" && !source.startsWith("${", index)) {
    index += source[index] === "\\" ? 2 : 1
  }
  return index
}

function beginsRegex(source, at, previous) {
  if (previous?.text === "<" || source[at + 1] === ">") return false
  return !previous || (!TEXTS.has(previous.kind) && BEFORE_REGEX.test(previous.text))
}

function endOfRegex(source, start) {
  let inClass = false
  for (let index = start + 1; index < source.length && source[index] !== "\n"; index++) {
    const char = source[index]
    if (char === "\\") index++
    else if (char === "[") inClass = true
    else if (char === "]") inClass = false
    else if (char === "/" && !inClass) return index + 1
  }
  return start + 1
}
