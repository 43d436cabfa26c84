import { catalogPlugin } from "@countersign/catalog/server"
import { lookalikesContract } from "@countersign/core/contract"
import type { Caller } from "@countersign/core/server"
import { incidentPlugin } from "@countersign/incident/server"
import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { aiPlugin } from "../../server.ts"
import { assistantContext } from "../conversations/assistant-context.ts"
import { shareMemory } from "../memory/change-memory.ts"
import { saveMemory } from "../memory/save-memory.ts"
import { createSkill, deleteSkill, shareSkill, updateSkill } from "./change-skills.ts"
import { skillPrompts } from "./mcp-prompts.ts"
import { getSkill, listSkills } from "./read-skills.ts"

const { platform, as, asHolderOf, trail } = await testPlatform({ plugins: [catalogPlugin, incidentPlugin, aiPlugin] })
const [ana, ben, root] = [await as("ana"), await as("ben"), await as("root", "administrator")]
const restart = { title: "Rolling restart", description: "One node at a time.", text: "Ask before each node." }
const idsOf = async (who: Caller, input: object = {}) => (await listSkills(who, input)).skills.map(({ id }) => id)
const turn = (more: object = {}) => ({
  conversationId: null,
  scope: "operate" as const,
  skillId: null,
  snapshot: null,
  text: "Hello",
  ...more,
})

describe("skills", () => {
  it("whose titles look alike are told of each other, to those who see both", async () => {
    const mine = await createSkill(ana, { ...restart, title: "Night shift" })
    const theirs = await createSkill(ben, { ...restart, title: "Night shіft" })
    const told = async (who: Caller) => {
      const asked = { type: "ai.skill", ids: [mine.id, theirs.id] }
      return (await platform.call(who, lookalikesContract.listLookalikes, asked)).lookalikes
    }
    expect(await told(ana)).toEqual([])
    expect(await told(ben)).toEqual([])
    await shareSkill(root, { skillId: (await createSkill(root, { ...restart, title: "Night shіft" })).id, version: 1 })
    expect((await told(ana)).map(({ id }) => id)).toEqual([mine.id])
    expect((await told(ben)).map(({ id }) => id)).toEqual([theirs.id])
    expect(await told(await asHolderOf("nobody", []))).toEqual([])
  })

  it("are those that plugins bring, one's own and shared ones", async () => {
    const own = await createSkill(ana, restart)
    const shared = await createSkill(root, { ...restart, title: "Hand over" })
    await shareSkill(root, { skillId: shared.id, version: 1 })

    const ids = await idsOf(ana)
    expect(ids).toEqual(expect.arrayContaining(["incident.triage", "catalog.tidyUp", own.id, shared.id]))
    expect(await idsOf(ben)).not.toContain(own.id)
    expect(await idsOf(ana, { query: "rolling node" })).toEqual([own.id])
    expect(await idsOf(ana, { scope: "site" })).not.toContain("incident.triage")
    expect(await getSkill(ben, { skillId: shared.id })).toMatchObject({
      origin: "shared",
      mayChange: false,
      text: restart.text,
    })
    expect(await getSkill(ana, { skillId: "incident.triage" })).toMatchObject({ origin: "builtIn", plugin: "incident" })
    for (const skillId of [own.id, "incident.nothing"])
      await expect(getSkill(ben, { skillId })).rejects.toMatchObject({ code: "not_found" })
  })

  it("are changed by their owner until they are shared, then by those who may manage them", async () => {
    const { id: skillId } = await createSkill(root, restart)
    expect(await updateSkill(root, { skillId, version: 1, title: "Restart" })).toMatchObject({
      title: "Restart",
      description: restart.description,
      version: 2,
    })
    await expect(updateSkill(root, { skillId, version: 1, text: "Late" })).rejects.toMatchObject({
      code: "conflict",
      current: { title: "Restart" },
    })
    await shareSkill(root, { skillId, version: 2 })
    await expect(shareSkill(root, { skillId, version: 3 })).rejects.toThrow("shared already")
    for (const attempt of [
      () => updateSkill(ben, { skillId, version: 3, text: "x" }),
      () => deleteSkill(ben, { skillId }),
    ])
      await expect(attempt()).rejects.toMatchObject({
        code: "forbidden",
        message: expect.stringContaining("ai.skill.manage"),
      })
    const manager = await asHolderOf("mona", ["ai.skill.manage"])
    expect(await shareSkill(manager, { skillId, version: 3, shared: false })).toMatchObject({ shared: false })
    await expect(getSkill(manager, { skillId })).rejects.toMatchObject({ code: "not_found" })
    await deleteSkill(root, { skillId })
    expect(await idsOf(root)).not.toContain(skillId)
  })

  it("are kept without what looks like a credential, and told in the audit log by title", async () => {
    const skill = await createSkill(ana, { title: "Log in", text: "Use api_key=abcdefgh12345678 there" })
    expect(skill.text).toBe("Use api_key=[redacted] there")
    const row = (await trail("ai.createSkill")).at(-1)
    expect(row).toMatchObject({ thing_name: "Log in", thing_id: skill.id })
    expect(row?.after).not.toHaveProperty("text")
  })

  it("are prompts for MCP clients, called by what people can type", async () => {
    const eva = await as("eva")
    for (const text of ["First.", "Second."]) await createSkill(eva, { title: "Wörk slowly!", text })
    const names = (await skillPrompts.list(eva)).map(({ name }) => name)

    expect(names).toContain("incident.triage")
    const alike = names.filter((name) => name.startsWith("wo"))
    expect(alike).toHaveLength(2)
    for (const name of alike) expect(name).toMatch(/^[a-z0-9-]+$/)
    expect((await skillPrompts.get(eva, "incident.triage")).text).toContain("first minutes of an incident")
    await expect(skillPrompts.get(ben, alike[0]!)).rejects.toMatchObject({ code: "not_found" })
  })
})

describe("what goes into a turn", () => {
  it("is the skill that is on, as long as it can be seen and the workspace offers it", async () => {
    const skill = await createSkill(root, restart)
    const { version } = await shareSkill(root, { skillId: skill.id, version: 1 })
    const on = async (skillId: string, more: object = {}) =>
      (await assistantContext(ben, turn({ skillId, ...more }))).skill?.title

    expect(await on(skill.id)).toBe("Rolling restart")
    expect(await on("incident.triage")).toBe("Incident triage")
    expect(await on("incident.triage", { scope: "content" })).toBeUndefined()
    expect(await on("nothing.at.all")).toBeUndefined()
    await shareSkill(root, { skillId: skill.id, version, shared: false })
    expect(await on(skill.id)).toBeUndefined()
  })

  it("is what one noted, and apart from it, as others' words, what colleagues share", async () => {
    const ida = await as("ida")
    const { id } = await saveMemory(root, { text: "Freeze from Friday on.\nAsk Root.", alwaysInject: true })
    await shareMemory(root, { memoryId: id, version: 1, alwaysInject: true })
    await saveMemory(ida, { text: "I am on call.", alwaysInject: true })

    const { data } = await assistantContext(ida, turn())
    expect(data).toEqual([
      { title: "Notes the operator keeps", text: "- I am on call." },
      {
        title: "Notes that colleagues share",
        text: "- Freeze from Friday on.\n  Ask Root.",
        outside: {
          toolName: "ai.searchMemory",
          toolCallId: expect.any(String),
          at: expect.any(String),
          class: "colleague",
          what: '"Freeze from Friday on. Ask Root."',
          people: [root.principal.id],
        },
      },
    ])
    // One's own words do not become strange by being shared.
    expect((await assistantContext(root, turn())).data).toMatchObject([{ title: "Notes the operator keeps" }])
  })

  it("is nothing for those who may use neither", async () => {
    const nobody = await asHolderOf("nobody", ["ai.chat.read"])
    expect(await assistantContext(nobody, turn({ skillId: "incident.triage" }))).toEqual({ data: [] })
  })
})
