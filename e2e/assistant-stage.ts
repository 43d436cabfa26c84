import { randomUUID } from "node:crypto"
import type { Session } from "@countersign/testing"
import type { Locator, Page } from "playwright-core"
import { afterAll } from "vitest"
import type { RehearsalScript } from "../packages/llm/src/rehearsal/script.ts"
import { type RehearsalServer, startRehearsalServer } from "../packages/llm/src/rehearsal/server.ts"
import { expectOk } from "./product.ts"

/** A model's provider on loopback, closed after the file's tests. */
export async function startProvider(scripts: readonly RehearsalScript[], paceMs = 0): Promise<RehearsalServer> {
  const provider = await startRehearsalServer({ scripts, paceMs })
  afterAll(() => provider.close())
  return provider
}

export interface Begun {
  id: string
  path: string
}

export interface Beginning {
  connectionId: string
  model?: string
  permissionMode?: "approve" | "auto"
}

/** A conversation with a title of its owner's: no model is asked for one, so every call of the provider is the turn's. */
export async function begin(session: Session, title: string, { permissionMode, ...choice }: Beginning): Promise<Begun> {
  const { id, version } = await expectOk(session.call<{ id: string; version: number }>("ai.createConversation", choice))
  await expectOk(
    session.call("ai.updateConversation", { id, version, title, ...(permissionMode ? { permissionMode } : {}) }),
  )
  return { id, path: `/assistant/${id}` }
}

/** Sends a message without a browser and waits for the end of the answer; through any server of the database. */
export async function sayTo(session: Session, url: string, conversationId: string, text: string): Promise<string> {
  const { origin } = new URL(url)
  const response = await fetch(`${url}/api/ai/chat`, {
    method: "POST",
    headers: { "content-type": "application/json", origin, cookie: session.cookie() },
    body: JSON.stringify({ conversationId, message: { id: randomUUID(), text } }),
  })
  if (!response.ok) throw new Error(`Answered ${response.status}: ${await response.text()}`)
  return response.text()
}

/** Sends it as soon as that can be done: while an answer runs, also for the moment after its last word, Enter sends nothing. */
export async function write(page: Page | Locator, text: string): Promise<void> {
  const box = page.getByRole("textbox", { name: "Message" })
  await box.fill(text)
  await page.getByRole("button", { name: "Send", exact: true, disabled: false }).waitFor()
  await box.press("Enter")
}
