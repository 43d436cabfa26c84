import { catalogContract } from "@countersign/catalog/contract"
import { type ExampleWorld, type ToolExamples, toolExample } from "@countersign/testing"
import { aiContract } from "../contract.ts"

const world = async () => ({})

export const examples: ToolExamples = {
  "ai.listDocs": toolExample({ world, input: () => ({}) }),
  "ai.searchDocs": toolExample({ world, input: () => ({ query: "add a system" }) }),
  "ai.getDoc": toolExample({ world, input: () => ({ slug: "start/first-steps" }) }),
  "ai.askOperator": toolExample({ world, input: () => ({ question: "Which one?", options: ["The first", "Both"] }) }),
  "ai.searchMemory": toolExample({ world, input: () => ({ query: "releases" }) }),
  "ai.saveMemory": toolExample({
    world,
    input: (_things, w) => ({ text: `Releases go out on Tuesdays. ${w.random()}` }),
    unshown: ["ownerId", "shared", "source"],
  }),
  "ai.deleteMemory": toolExample({
    personal: true,
    world: twoNotes,
    input: ({ id }) => ({ memoryId: id }),
    changeTarget: (w, { id }) => w.call(aiContract.updateMemory, { memoryId: id, version: 1, text: "On Mondays." }),
    changeUnrelated: (w, { otherId }) => w.call(aiContract.deleteMemory, { memoryId: otherId }),
  }),
  "ai.shareMemory": toolExample({
    personal: true,
    world: twoNotes,
    input: ({ id }) => ({ memoryId: id, alwaysInject: true }),
    changeTarget: (w, { id }) => w.call(aiContract.updateMemory, { memoryId: id, version: 1, text: "On Mondays." }),
    changeUnrelated: (w, { otherId }) => w.call(aiContract.deleteMemory, { memoryId: otherId }),
    // What it says stands in the summary or below it; it does not change.
    unshown: ["text"],
  }),
  "ai.showPage": toolExample({
    async world(w) {
      const { id } = await w.call(catalogContract.createSystem, { name: `Checkout ${w.random()}` })
      return { id }
    },
    input: ({ id }) => ({ thing: { type: "catalog.system", id } }),
    async inTab({ thing }: { thing?: { id: string } }, w) {
      if (!thing) return { shown: true, why: null, title: "Systems", path: "/catalog" }
      const { name } = await w.call(catalogContract.getSystem, { systemId: thing.id })
      return { shown: true, why: null, title: name, path: `/catalog/systems/${thing.id}` }
    },
  }),
  "ai.probeUrl": toolExample({ world, input: () => ({ url: "http://status.example.test/now" }) }),
}

async function twoNotes(w: ExampleWorld) {
  const note = async () =>
    (await w.call(aiContract.saveMemory, { text: `Releases go out on Tuesdays. ${w.random()}` })).id
  return { id: await note(), otherId: await note() }
}
