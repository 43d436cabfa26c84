import { describe, expect, it } from "vitest"
import { sentenceForPeople, wordsForPeople } from "./words-for-people.ts"

const names = new Set(["incident.list", "platform.listTeams", "catalog.createSystem"])
const told = (message: string, issues?: { path: string; message: string }[]) =>
  wordsForPeople({ code: "invalid_input", message, ...(issues && { issues }) }, (word) => names.has(word))

describe("an error that a person reads", () => {
  it("leaves out the sentences that name a verb or a tool, and keeps the others as they are", () => {
    expect(told("No incident has the id 7f3c. List them with incident.list to find the right one.").message).toBe(
      "No incident has the id 7f3c.",
    )
    expect(told("Ben lacks the permission incident.incident.manage. An administrator can grant it.").message).toBe(
      "Ben lacks the permission incident.incident.manage. An administrator can grant it.",
    )
    expect(told("mail.example.com does not answer.").message).toBe("mail.example.com does not answer.")
  })

  it("tells choices as words, and no fields that a program could send", () => {
    expect(
      told('The input of catalog.createSystem does not fit. "sort": Choose one of: name, lastSeenAt.').message,
    ).toBe("Sort: Choose one of: name, last seen at.")
    expect(told('The input of the chat does not fit. "conversationId": This cannot be empty.').message).toBe(
      "Conversation: This cannot be empty.",
    )
    expect(told("There is a field here that is not known. Known are name, ownerTeamId.").message).toBe(
      "There is a field here that is not known.",
    )
  })

  it("says something also where the only sentence of a kept failure names a tool", () => {
    const isName = (word: string) => names.has(word)
    expect(sentenceForPeople("No team has it. Ask platform.listTeams.", isName)).toBe("No team has it.")
    expect(sentenceForPeople("Ask platform.listTeams.", isName)).toMatch(/^This cannot be done as it stands\./)
  })

  it("calls a field in words, and has a sentence also where all others named verbs", () => {
    expect(told('The input of catalog.createSystem does not fit. "ownerTeamId": Choose one.').message).toBe(
      "Owner team: Choose one.",
    )
    const issues = [{ path: "id", message: "Takes one from platform.listTeams." }]
    expect(told("Ask catalog.createSystem.", issues)).toMatchObject({
      message: expect.stringMatching(/^This cannot be done/),
      issues: [{ path: "id", message: expect.stringMatching(/^This cannot be done/) }],
    })
  })
})
