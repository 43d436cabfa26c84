import { call } from "@countersign/core/web"
import { type RefObject, useEffect } from "react"
import { siteContract } from "../../../contract.ts"
import type { Canvas } from "./canvas.ts"

/** Reads the rows of the loops on the page, each question once. */
export function useRows(canvas: RefObject<Canvas | null>, isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return
    canvas.current?.onRows(async (asked) => {
      try {
        const { problem, ...rows } = await call(siteContract.readLoop, asked)
        if (problem === null) canvas.current?.setRows(asked, rows)
      } catch {
        // Nobody answers: the loop stays as it is written, and the preview says why.
      }
    })
  }, [isReady, canvas])
}
