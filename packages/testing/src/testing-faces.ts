import type { Plugin } from "@countersign/core/server"
import type { MatrixOptions } from "./matrix/matrix-options.ts"
import { platformTesting } from "./platform-testing.ts"
import type { PluginTesting, PluginWriting } from "./plugin-testing.ts"
import type { ToolExamples } from "./suites/tool-example.ts"

/** The `./testing` faces of these plugins, and the platform's own before them. */
export async function testingFacesOf(plugins: readonly Pick<Plugin, "id">[]): Promise<readonly PluginTesting[]> {
  const faces = await Promise.all(plugins.map(({ id }) => faceOf(id)))
  return [platformTesting, ...faces]
}

export function examplesOf(faces: readonly PluginTesting[]): ToolExamples {
  return Object.assign({}, ...faces.map(({ examples = {} }) => examples))
}

export function outsideOf(faces: readonly PluginTesting[]): NonNullable<PluginTesting["outside"]> {
  return Object.assign({}, ...faces.map(({ outside = {} }) => outside))
}

export function silentOutsideOf(faces: readonly PluginTesting[]): NonNullable<PluginTesting["silentOutside"]> {
  return Object.assign({}, ...faces.map(({ silentOutside = {} }) => silentOutside))
}

export function matrixOf(faces: readonly PluginTesting[]): MatrixOptions {
  const parts = faces.map(({ access = {} }) => access)
  return {
    things: Object.assign({}, ...parts.map(({ things = {} }) => things)),
    children: Object.assign({}, ...parts.map(({ children = {} }) => children)),
    hidden: parts.flatMap(({ hidden = [] }) => hidden),
    open: parts.flatMap(({ open = [] }) => open),
    toolDoors: parts.flatMap(({ toolDoors = [] }) => toolDoors),
    inputs: Object.assign({}, ...parts.map(({ inputs = {} }) => inputs)),
    neverTold: Object.assign({}, ...parts.map(({ neverTold = {} }) => neverTold)),
  }
}

export function writingOf(faces: readonly PluginTesting[]): Required<PluginWriting> {
  const parts = faces.map(({ writing = {} }) => writing)
  return {
    makers: parts.flatMap(({ makers = [] }) => makers),
    owners: parts.flatMap(({ owners = [] }) => owners),
    inputs: Object.assign({}, ...parts.map(({ inputs = {} }) => inputs)),
    async prepare(call) {
      const prepared = []
      for (const { prepare } of parts) prepared.push(await prepare?.(call))
      return Object.assign({}, ...prepared)
    },
    unwritten: parts.flatMap(({ unwritten = [] }) => unwritten),
  }
}

async function faceOf(id: string): Promise<PluginTesting> {
  const face = `@countersign/${id}/testing`
  const { testing } = (await import(/* @vite-ignore */ face).catch((error: Error) => {
    throw new Error(
      `Plugin "${id}" has no testing face: export "testing" from plugins/${id}/src/testing.ts, and "./testing" in its package.json.`,
      { cause: error },
    )
  })) as { testing: PluginTesting }
  return testing
}
