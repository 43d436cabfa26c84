import { useEffect, useEffectEvent } from "react"
import type { z } from "zod"
// Not the schemas: every page of the app loads this.
import { type PageFacts, writePageFacts } from "../../contract/chat/page-facts.ts"
import type { PageSnapshot, PageTold } from "../../contract/chat/page-snapshot.ts"
import type { Registry } from "../registry.ts"

type Tell = () => Promise<PageTold | undefined>

/** The innermost part of the page that has something to tell comes last. */
const tellers: Tell[] = []

/**
 * Has the page that is drawn tell the assistant beside it what it shows. It is asked when a message is sent, which waits for it, so
 * it first brings to the server what the model would otherwise not find there.
 */
export function usePageFacts<Schema extends z.ZodType>(
  facts: PageFacts<Schema>,
  read: () => z.input<Schema> | Promise<z.input<Schema>>,
): void {
  const tell = useEffectEvent(async () => writePageFacts(facts, await read()))
  useEffect(() => addTeller(() => tell()), [])
}

export function addTeller(tell: Tell): () => void {
  tellers.push(tell)
  return () => void tellers.splice(tellers.indexOf(tell), 1)
}

/** What is looked at now. A page that fails to tell costs a message nothing but that. */
export async function pageSnapshot({ thingAt }: Pick<Registry, "thingAt">, path: string): Promise<PageSnapshot> {
  const thing = thingAt(path)
  const told = await tellers
    .at(-1)?.()
    .catch((error: unknown) => {
      console.warn("This page could not tell the assistant what it shows.", error)
      return undefined
    })
  return { path: path.slice(0, LONGEST_PATH), ...(thing && { thing }), ...(told && { told }) }
}

const LONGEST_PATH = 500
