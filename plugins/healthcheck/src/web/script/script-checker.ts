import type ts from "typescript-for-pages"

/** What is wrong with a script and what fits at a place of it, by the compiler and the declarations it is run with. */
export interface ScriptChecker {
  problems(source: string): ScriptProblem[]
  /** Null where nothing is being named. */
  completions(source: string, at: number): { from: number; options: ScriptCompletion[] } | null
}

export interface ScriptProblem {
  from: number
  to: number
  message: string
}

export interface ScriptCompletion {
  label: string
  detail?: string
  type?: "function" | "variable" | "property" | "keyword"
}

const SCRIPT = "/script.ts"
const DECLARATIONS = "/declarations.d.ts"
const MOST_PROBLEMS = 20
const MOST_COMPLETIONS = 300

/** `libraries`: the compiler's own declarations of the language, by file name. */
export function createScriptChecker(
  compiler: typeof ts,
  libraries: Readonly<Record<string, string>>,
  declarations: string,
): ScriptChecker {
  let script = ""
  let version = 0
  const textOf = (name: string) =>
    name === SCRIPT ? script : name === DECLARATIONS ? declarations : libraries[name.slice(1)]
  const service = compiler.createLanguageService({
    // As the sandbox's own tests hold scripts to: the language, the declarations and nothing else.
    getCompilationSettings: () => ({
      lib: ["lib.es2023.d.ts"],
      types: [],
      strict: true,
      noEmit: true,
      target: compiler.ScriptTarget.ES2023,
      module: compiler.ModuleKind.ESNext,
      moduleResolution: compiler.ModuleResolutionKind.Bundler,
    }),
    getScriptFileNames: () => [SCRIPT, DECLARATIONS],
    getScriptVersion: (name) => (name === SCRIPT ? String(version) : "1"),
    getScriptSnapshot: (name) => {
      const text = textOf(name)
      return text === undefined ? undefined : compiler.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => "/",
    getDefaultLibFileName: () => "/lib.es2023.d.ts",
    fileExists: (name) => textOf(name) !== undefined,
    readFile: textOf,
  })
  function take(source: string): void {
    if (source === script && version > 0) return
    script = source
    version += 1
  }
  return {
    problems(source) {
      take(source)
      return [...service.getSyntacticDiagnostics(SCRIPT), ...service.getSemanticDiagnostics(SCRIPT)]
        .slice(0, MOST_PROBLEMS)
        .map(({ start = 0, length = 0, messageText }) => ({
          from: start,
          to: start + length,
          message: compiler.flattenDiagnosticMessageText(messageText, " "),
        }))
    },
    completions(source, at) {
      const [word = ""] = /[\w$]*$/.exec(source.slice(Math.max(0, at - 100), at)) ?? []
      const before = source.charAt(at - word.length - 1)
      if (word === "" && !QUOTES_AND_DOT.has(before)) return null
      take(source)
      const found = service.getCompletionsAtPosition(SCRIPT, at, undefined)
      const options = (found?.entries ?? []).slice(0, MOST_COMPLETIONS).map(({ name, kind }) => ({
        label: name,
        ...(KINDS[kind] && { type: KINDS[kind] }),
      }))
      return options.length === 0 ? null : { from: at - word.length, options }
    },
  }
}

/** After these something is named, also before its first letter. */
const QUOTES_AND_DOT: ReadonlySet<string> = new Set([".", "'", '"', "`"])

const KINDS: Readonly<Record<string, NonNullable<ScriptCompletion["type"]>>> = {
  function: "function",
  method: "function",
  const: "variable",
  let: "variable",
  var: "variable",
  parameter: "variable",
  property: "property",
  getter: "property",
  keyword: "keyword",
}
