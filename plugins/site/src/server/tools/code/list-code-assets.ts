import type { Site } from "../../../document.ts"
import { assetsOf, summaryOf } from "./assets.ts"

export function listCodeAssets(site: Site, { type }: { type?: "style" | "script" | undefined }) {
  return {
    assets: assetsOf(site).flatMap((asset) => (type === undefined || asset.type === type ? [summaryOf(asset)] : [])),
  }
}
