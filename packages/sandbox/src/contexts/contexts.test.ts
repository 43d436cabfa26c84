import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import vm from "node:vm"
import { afterAll, describe, expect, it } from "vitest"
import { createSandbox } from "../sandbox.ts"
import { resolveScriptContext, scriptContextKinds, sdkDeclarationFiles } from "./contexts.ts"
import { healthcheckScript } from "./healthcheck-script.ts"

const sandbox = createSandbox()
const folder = mkdtempSync(join(tmpdir(), "contexts-"))
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await sandbox.close()
})

const response = { status: 200, statusText: "OK", url: "https://example.test/", headers: { a: "b" }, body: "{}" }
const run = (source: string) =>
  sandbox.runTypeScript({
    kind: "healthcheck-script",
    source,
    context: healthcheckScript.sample,
    secrets: { TOKEN: "__SECRET_TOKEN__" },
    fetch: async () => response,
  })

/** Names every field that the declarations promise: one more or one less and it does not compile. What is missing when it runs is answered. */
const everyField = `import { defineHealthCheck, type HealthCheckReport, type HealthCheckScriptContext } from "@countersign/sdk/healthcheck"

type Names<T> = Record<keyof Required<T>, true>
const missing = (of: string, thing: object, names: Record<string, true>): string[] =>
  Object.keys(names).filter((name) => !(name in thing)).map((name) => of + "." + name)

export default defineHealthCheck(async (context): Promise<HealthCheckReport> => {
  const response = await fetch("https://example.test/", { method: "GET", headers: { accept: "text/plain" }, body: null })
  const fields: Names<HealthCheckScriptContext> = { config: true, check: true, system: true, environment: true, secrets: true }
  const thing: Names<HealthCheckScriptContext["check"]> = { id: true, name: true }
  const answer: Names<FetchResponse> = { ok: true, status: true, statusText: true, url: true, headers: true, text: true, json: true }
  const headers: Names<FetchResponse["headers"]> = { get: true, has: true, entries: true }
  const lines: Names<typeof console> = { debug: true, log: true, info: true, warn: true, error: true }
  // A wait by time: it is taken back in the next line.
  const timer: number = setTimeout((text: string) => console.log(text), 1, "x")
  clearTimeout(timer)
  const token: string | undefined = context.secrets.TOKEN
  return {
    success: response.ok && atob(btoa("x")) === "x" && (await response.text()) === "{}" && token !== undefined,
    missing: [
      ...missing("context", context, fields),
      ...missing("check", context.check, thing),
      ...missing("system", context.system, thing),
      ...missing("environment", context.environment ?? {}, thing),
      ...missing("response", response, answer),
      ...missing("headers", response.headers, headers),
      ...missing("console", console, lines),
    ],
  }
})
`

describe("the declarations of a TypeScript context", () => {
  it("promise what is there when a script runs, field by field", async () => {
    expect(typeErrors(everyField)).toEqual([])
    expect(await run(everyField)).toMatchObject({ ok: true, value: { success: true, missing: [] } })
  })

  it("hold the example that people begin with", async () => {
    expect(typeErrors(healthcheckScript.starterExample)).toEqual([])
    expect(await run(healthcheckScript.starterExample)).toMatchObject({
      ok: true,
      value: { success: true, message: "Sample system answered 200." },
    })
  })

  it.each([
    ["a field that is not there", "export default defineHealthCheck((context) => context.nothing)"],
    ["an answer that means nothing", `export default defineHealthCheck(() => ({ success: "yes" }))`],
    ["what only Node has", "export default defineHealthCheck(() => process.env.HOME === '/')"],
    ["what only a browser has", "export default defineHealthCheck(() => new URL('https://example.test').host === '')"],
    ["another module", `import { x } from "@countersign/sdk/incident"\nexport default defineHealthCheck(() => x)`],
  ])("refuse %s", (_, script) => {
    expect(typeErrors(`import { defineHealthCheck } from "@countersign/sdk/healthcheck"\n${script}`).length).toBe(1)
  })

  it("leave out nothing that a script has beyond the language", async () => {
    const ran = await run("export default () => Object.getOwnPropertyNames(globalThis)")
    const present = ran.ok ? (ran.value as string[]) : []
    const declared = [...healthcheckScript.declarations.matchAll(/^declare (?:const|function) (\w+)/gm)].map(
      ([, name]) => name!,
    )
    const language = new Set(vm.runInNewContext("Object.getOwnPropertyNames(globalThis)") as string[]).add(
      "InternalError",
    )
    expect(declared).toHaveLength(6)
    expect(present).toEqual(expect.arrayContaining(declared))
    expect(present.filter((name) => !language.has(name) && !declared.includes(name))).toEqual([])
  })

  it("come with everything that is asked for a context, and import nothing else", () => {
    expect(scriptContextKinds).toEqual(["healthcheck-script", "healthcheck-shell"])
    for (const kind of scriptContextKinds) {
      const context = resolveScriptContext(kind)
      expect(context).toMatchObject({ kind, allowsManagedPackages: false })
      if (context.language === "typescript") {
        expect(context.declarations).toContain(`declare module "${context.sdkModule}"`)
        expect(context.declarations).toContain(`function ${context.helper}(`)
        expect(context.sdk.name).toBe(context.sdkModule)
        expect(sdkDeclarationFiles()[`node_modules/${context.sdkModule}/index.d.ts`]).toBe(context.declarations)
      }
    }
  })
})

describe("the variables of a shell context", () => {
  it("are all there when a script runs, and are all that is told", async () => {
    const context = resolveScriptContext("healthcheck-shell")
    if (context.language !== "shell") throw new Error("It is a shell's.")
    const ran = await sandbox.runShell({ source: "env | grep ^COUNTERSIGN_ | sort", variables: context.sample })
    const expected = context.shellEnv.map(({ name }) => `${name}=${context.sample[name]}`).sort()
    expect(ran.stdout.trimEnd().split("\n")).toEqual(expected)
    for (const { name, description } of context.shellEnv)
      expect(context.declarations).toContain(`${name}  ${description}`)
    const example = await sandbox.runShell({ source: context.starterExample, variables: context.sample })
    expect(example).toMatchObject({ ok: true, exitCode: 0, stdout: "checked Sample system\n" })
  })
})

/** By the compiler that checks the product, as an editor would: the language, the declarations and nothing else. */
function typeErrors(script: string): string[] {
  writeFileSync(join(folder, "sdk.d.ts"), healthcheckScript.declarations)
  writeFileSync(join(folder, "script.ts"), script)
  const options = {
    lib: ["ES2023"],
    types: [],
    strict: true,
    noEmit: true,
    target: "ES2023",
    module: "esnext",
    moduleResolution: "bundler",
  }
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: options, files: ["sdk.d.ts", "script.ts"] }),
  )
  const compiler = fileURLToPath(new URL("../../../../node_modules/typescript/bin/tsc", import.meta.url))
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", folder, "--pretty", "false"], { encoding: "utf8" })
  return stdout.split("\n").filter((line) => /error TS\d+/.test(line))
}
