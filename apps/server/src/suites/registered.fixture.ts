import { helloPlugin } from "@countersign/hello/server"
import { examplesOf, outsideOf, silentOutsideOf, testingFacesOf } from "@countersign/testing"
import { plugins } from "../plugins.ts"

/** Every plugin of the product, and the one that shows how one is written. */
export const registered = [...plugins, helloPlugin]

export const faces = await testingFacesOf(registered)
export const examples = examplesOf(faces)
/** How tools that call an address are asked to read a page. */
export const outside = outsideOf(faces)
export const silentOutside = silentOutsideOf(faces)
/** Tools whose words may be outside's by the time they are asked, because something runs by itself. */
export const foundOutside = new Set(faces.flatMap(({ foundOutside = [] }) => foundOutside))
