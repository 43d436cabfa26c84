import { useTopic } from "@countersign/core/web"
import { type RefObject, useEffect, useRef } from "react"
import { SITE, siteChanged } from "../../../contract.ts"
import { documentFrom } from "../store/document-from.ts"
import { serverLine } from "../store/line.ts"
import { useStore } from "../store/use-editor.ts"
import type { Canvas } from "./canvas.ts"

/** Reads the components that the page uses, and reads them again when somebody changes one. */
export function useParts(canvas: RefObject<Canvas | null>, isReady: boolean): void {
  const store = useStore()
  const known = useRef(new Set<string>())

  async function load(id: string): Promise<void> {
    known.current.add(id)
    const ref = { type: "visualComponent" as const, id }
    try {
      const { content } = await serverLine.openDocument({ document: ref })
      const part = documentFrom(ref, content)
      store.setPart(id, part)
      canvas.current?.setPart(id, part)
    } catch {
      // It is gone, or nobody answers: its place stays empty, and the preview says why.
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the canvas asks for as long as it is there.
  useEffect(() => {
    if (isReady) canvas.current?.onPart((id) => void load(id))
  }, [isReady, canvas])
  useTopic(siteChanged, SITE, ({ parts }) => {
    for (const id of known.current)
      if (parts.length >= MOST_TOLD || parts.includes(`visualComponent:${id}`)) void load(id)
  })
}

/** A longer list is cut off. */
const MOST_TOLD = 20
