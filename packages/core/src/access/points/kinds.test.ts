import { describe, expect, it } from "vitest"
import { z } from "zod"
import { defineKind, type KindEntry } from "../../contract/kind.ts"
import { createKinds } from "./kinds.ts"

interface Loud extends KindEntry {
  readonly volume: number
}

const horn = defineKind<Loud>("noise.horn", "horns")
const entry = (id: string, volume = 1): Loud => ({
  id,
  title: id,
  description: `A ${id}.`,
  config: z.object({}),
  volume,
})
const noise = { id: "noise", declares: [horn], kinds: [horn.of(entry("bulb"))] }

describe("kinds that plugins add to each other", () => {
  it("tells what every plugin brought, in the order of the plugins", () => {
    const kinds = createKinds([noise, { id: "ship", kinds: [horn.of(entry("fog", 9))] }])

    expect(kinds.all(horn).map(({ id, plugin, volume }) => [id, plugin, volume])).toEqual([
      ["bulb", "noise", 1],
      ["fog", "ship", 9],
    ])
    expect(kinds.demand(horn, "fog").volume).toBe(9)
  })

  it("names those there are when one is asked for that is not", () => {
    expect(() => createKinds([noise]).demand(horn, "fog")).toThrow('"fog" is not among the horns. There are bulb.')
    expect(() => createKinds([{ ...noise, kinds: [] }]).demand(horn, "fog")).toThrow("There are no horns yet")
  })

  it("takes only what the kind asks for", () => {
    // @ts-expect-error A horn has a volume.
    horn.of({ id: "mute", title: "Mute", description: "None.", config: z.object({}) })
  })

  it.each([
    [
      "an addition to a kind of nobody",
      [{ id: "ship", kinds: [horn.of(entry("fog"))] }],
      'Plugin "ship" adds "fog" to the kind "noise.horn", which no installed plugin declares.',
    ],
    [
      "two entries of one id",
      [noise, { id: "ship", kinds: [horn.of(entry("bulb"))] }],
      'Plugin "ship" adds "bulb" to the kind "noise.horn", where plugin "noise" has one of that id.',
    ],
    [
      "a kind in another plugin's name",
      [{ id: "ship", declares: [horn] }],
      'Plugin "ship" declares the kind "noise.horn"; its kinds begin with "ship.".',
    ],
    ["a kind declared twice", [noise, noise], 'The kind "noise.horn" is declared twice by plugin "noise".'],
  ])("does not start with %s", (_, plugins, sentence) => {
    expect(() => createKinds(plugins)).toThrow(sentence)
  })
})
