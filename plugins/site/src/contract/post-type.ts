import { defineKind, type KindEntry } from "@countersign/core/contract"

/** A collection whose entries are pages of their own. No plugin brings one yet. */
export interface PostType extends KindEntry {
  /** What the addresses of its entries begin with. */
  readonly routeBase: string
  readonly kind: string
}
export const postType = defineKind<PostType>("site.postType", "Post types")
