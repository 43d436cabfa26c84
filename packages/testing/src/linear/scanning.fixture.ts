import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseAst } from "vite"

/**
 * Functions that others may call with a text and that walk it: by an expression that repeats something, or character by
 * character. `reached` says which of them run when something else does.
 */
export function scanningFunctions(root: string, files: readonly string[], listFile: string) {
  const modules = new Map([...files, listFile].map((file) => [file, readModule(root, file)]))
  const find = finderIn(modules, root)
  const found = files.flatMap((file) =>
    [...modules.get(file)!.declarations]
      .filter(
        ([name, declaration]) => declaration.exported && takesText(declaration.node) && walks(modules.get(file)!, name),
      )
      .map(([name]) => `${file} ${name}`),
  )
  return { found, reached: reachedFrom(modules, find, listFile) }
}

interface Node {
  type: string
  [key: string]: unknown
}

interface Declaration {
  node: Node
  exported: boolean
}

interface Module {
  declarations: Map<string, Declaration>
  /** What other modules call it here: its place, and its name there. */
  imports: Map<string, { from: string; name: string }>
  reexports: Map<string, { from: string; name: string }>
  stars: string[]
}

function readModule(root: string, file: string): Module {
  const read: Module = { declarations: new Map(), imports: new Map(), reexports: new Map(), stars: [] }
  const { body } = parseAst(readFileSync(join(root, file), "utf8"), { lang: file.endsWith("x") ? "tsx" : "ts" }, file)
  for (const statement of body as unknown as Node[]) {
    const from = (statement.source as { value?: string } | null | undefined)?.value
    if (statement.type === "ImportDeclaration")
      for (const { local, imported } of statement.specifiers as { local: Named; imported?: Named }[])
        read.imports.set(local.name, { from: at(file, from!), name: imported?.name ?? "*" })
    else if (statement.type === "ExportAllDeclaration") read.stars.push(at(file, from!))
    else if (statement.type === "ExportNamedDeclaration" && from !== undefined)
      for (const { local, exported } of statement.specifiers as { local: Named; exported: Named }[])
        read.reexports.set(exported.name, { from: at(file, from), name: local.name })
    else declare(read, statement)
  }
  return read
}

interface Named {
  name: string
}

function declare({ declarations }: Module, statement: Node): void {
  const exported = statement.type === "ExportNamedDeclaration"
  const declared = (exported ? statement.declaration : statement) as Node | null
  if (!declared) return
  if (declared.type === "VariableDeclaration")
    for (const { id, init } of declared.declarations as { id: Node; init: Node | null }[])
      for (const name of namesIn(id)) declarations.set(name, { node: init ?? id, exported })
  else if (declared.id) declarations.set((declared.id as unknown as Named).name, { node: declared, exported })
}

/** Of `const { mask, stream } = createMask()` both. */
function namesIn(pattern: Node): string[] {
  if (pattern.type === "Identifier") return [pattern.name as string]
  const names: string[] = []
  walk(pattern, (node) => void (node.type === "Identifier" && names.push(node.name as string)))
  return names
}

/** A module of ours by its path or by its name, as far as it is one. */
function at(file: string, from: string): string {
  return from.startsWith(".") ? join(dirname(file), from).replaceAll("\\", "/") : from
}

function finderIn(modules: ReadonlyMap<string, Module>, root: string) {
  const entries = new Map<string, string | null>()
  const entryOf = (from: string) => {
    if (modules.has(from) || !from.startsWith("@countersign/")) return from
    if (!entries.has(from)) entries.set(from, exportOf(root, from))
    return entries.get(from)!
  }
  /** Where the declaration stands, through every module that passes it on. */
  return function find(from: string | null, name: string): { file: string; name: string } | null {
    const file = from && entryOf(from)
    const module = file ? modules.get(file) : undefined
    if (!file || !module) return null
    if (module.declarations.has(name)) return { file, name }
    const passed = module.reexports.get(name) ?? module.imports.get(name)
    if (passed) return find(passed.from, passed.name)
    for (const star of module.stars) {
      const through = find(star, name)
      if (through) return through
    }
    return null
  }
}

function exportOf(root: string, from: string): string | null {
  const [, name, ...rest] = from.split("/")
  for (const folder of ["packages", "plugins", "apps"]) {
    try {
      const { exports } = JSON.parse(readFileSync(join(root, folder, name!, "package.json"), "utf8"))
      const entry = exports?.[rest.length ? `./${rest.join("/")}` : "."]
      return typeof entry === "string" ? join(folder, name!, entry).replaceAll("\\", "/") : null
    } catch {
      // It stands in the next folder.
    }
  }
  return null
}

function reachedFrom(modules: ReadonlyMap<string, Module>, find: ReturnType<typeof finderIn>, listFile: string) {
  const reached = new Set<string>()
  const follow = (file: string, name: string) => {
    if (reached.has(`${file} ${name}`)) return
    reached.add(`${file} ${name}`)
    const module = modules.get(file)!
    for (const used of identifiersIn(module.declarations.get(name)!.node)) {
      const place = find(file, used)
      if (place) follow(place.file, place.name)
    }
  }
  for (const name of modules.get(listFile)!.declarations.keys()) follow(listFile, name)
  return reached
}

const isFunction = (node: Node | null | undefined) => /Function/.test(node?.type ?? "")

/** By what its parameters are declared to be; of a class, those of its methods. */
function takesText(node: Node): boolean {
  if (node.type === "ClassDeclaration")
    return (node.body as { body: Node[] }).body.some(
      (member) => isFunction(member.value as Node) && takesText(member.value as Node),
    )
  if (!isFunction(node)) return false
  return (node.params as Node[]).some((given) => {
    const parameter = given.type === "AssignmentPattern" ? (given.left as Node) : given
    return isText((parameter.typeAnnotation as { typeAnnotation?: Node } | undefined)?.typeAnnotation)
  })
}

/** A text, several, or an object with one in it. */
function isText(type: Node | undefined): boolean {
  if (!type) return false
  if (type.type === "TSStringKeyword") return true
  if (type.type === "TSUnionType") return (type.types as Node[]).some(isText)
  if (type.type === "TSArrayType") return isText(type.elementType as Node)
  return type.type === "TSTypeOperator" && isText(type.typeAnnotation as Node)
}

/** With what it uses of its own module. */
function walks({ declarations }: Module, name: string): boolean {
  const used = new Set([name])
  let loops = false
  let looks = false
  let repeats = false
  for (const one of used) {
    const { node } = declarations.get(one)!
    walk(node, (inside) => {
      const { regex, property } = inside as { regex?: { pattern: string }; property?: { name?: string } }
      if (regex && /[*+]|\{\d+,\}/.test(regex.pattern)) repeats = true
      if (inside.type === "MemberExpression" && LOOKS.has(property?.name ?? "")) looks = true
      if (/^(?:For|ForOf|While|DoWhile)Statement$/.test(inside.type)) loops = true
    })
    for (const other of identifiersIn(node)) if (declarations.has(other)) used.add(other)
  }
  return repeats || (loops && looks)
}
const LOOKS = new Set([
  "charAt",
  "charCodeAt",
  "codePointAt",
  "exec",
  "indexOf",
  "lastIndexOf",
  "matchAll",
  "startsWith",
])

/** Not those that are only a property's: `.open()` is no call of `open`. */
function identifiersIn(node: Node): Set<string> {
  const names = new Set<string>()
  const properties = new Set<unknown>()
  walk(node, (inside) => {
    const { computed, shorthand, property, key } = inside
    if (!computed && !shorthand) properties.add(property).add(key)
    if (/^(?:JSX)?Identifier$/.test(inside.type) && !properties.has(inside)) names.add(inside.name as string)
  })
  return names
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (typeof node !== "object" || node === null) return
  if ("type" in node && typeof node.type === "string") visit(node as Node)
  for (const child of Object.values(node)) walk(child, visit)
}
