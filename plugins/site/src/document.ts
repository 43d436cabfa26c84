/** The document of a site: pure functions that run in a tab, on a server and in tests alike. */
export { type Applied, apply, type Guard, type Refused } from "./document/commands/apply.ts"
export type { Command, CommandOf, CommandType, DocumentContent, NodeCommand } from "./document/commands/command.ts"
export { Refusal, refuse } from "./document/commands/refusal.ts"
export {
  type Batch,
  change,
  type Dropped,
  openReplica,
  type Replica,
  receive,
  refused,
} from "./document/commands/replica.ts"
export { type AppliedCss, applyCss } from "./document/css/apply-css.ts"
export { type Cascade, cascadeOf, type Declared, type ElementStyles, type StyleRule } from "./document/css/cascade.ts"
export { cleanCss } from "./document/css/clean-css.ts"
export { createMatcher, type ParentOf, type Placed, parentWithin } from "./document/css/match-selector.ts"
export { type Color, contrastOf, readColor } from "./document/css/read-color.ts"
export { readSelectors, type Selector } from "./document/css/read-selectors.ts"
export { classRenamedIn } from "./document/css/rename-class.ts"
export { rewriteSheet } from "./document/css/rewrite-sheet.ts"
export {
  besideRules,
  declarationsOf,
  inTheirPlaces,
  ruleNamer,
  rulesOf,
  type StyleEdit,
  spliceFor,
  withSplices,
} from "./document/css/rules.ts"
export { isInherited, sets } from "./document/css/shorthands.ts"
export {
  type FoundRule,
  OWN_SHEET,
  type Piece,
  type StyleBlock,
  type Stylesheet,
  sheetOf,
  standsAlone,
  textOf,
} from "./document/css/stylesheet.ts"
export { type TakenRules, takeRules } from "./document/css/take-rules.ts"
export { addressFrom, addressProblem, freeAddress, takenBy } from "./document/facts/address.ts"
export { type Breakpoint, DEFAULT_BREAKPOINTS, queryOf } from "./document/facts/breakpoints.ts"
export * from "./document/facts/design-tokens.ts"
export * from "./document/facts/facts.ts"
export { renamedIn, renameToken, type TokenName } from "./document/facts/rename-token.ts"
export { tokenSheet } from "./document/facts/token-sheet.ts"
export { cssIn, withoutBlankEnds } from "./document/html/fragment-parts.ts"
export {
  type FoundSheet,
  type ImportedPage,
  type ImportOptions,
  importFragment,
  importPage,
} from "./document/html/import-html.ts"
export { nameFrom } from "./document/html/name-from.ts"
export { type WriteOptions, writeDocument, writeNode } from "./document/html/write-html.ts"
export { type Cleaned, cleanElement, type Unwanted } from "./document/safety/clean-element.ts"
export { guardBySettings, guardFor } from "./document/safety/guard.ts"
export { OWN_ONLY, type SafetyPolicy } from "./document/safety/policy.ts"
export { mergeText } from "./document/text/merge-text.ts"
export { momentIn } from "./document/text/moment.ts"
export { type Splice, shiftSplice } from "./document/text/shift-splice.ts"
export { openShifting, type Shifting } from "./document/text/shifting.ts"
export { partsOf, readPath, type Token } from "./document/tokens/read-tokens.ts"
export { componentOf, paramAttribute, paramName, slotName, slotsGiven, USE } from "./document/tree/component-use.ts"
export { problemsOf } from "./document/tree/invariants.ts"
export { IMPORT_LIMITS, LIMITS } from "./document/tree/limits.ts"
export * from "./document/tree/node.ts"
export { emptyMap, mapOf, type PersistentMap } from "./document/tree/persistent-map.ts"
export { type Place, placeAt } from "./document/tree/place.ts"
export { repair } from "./document/tree/repair.ts"
export { type OthersChange, type TakeBackOptions, takeBack } from "./document/undo/take-back.ts"
export type { SingleCommand } from "./document/undo/touched-by.ts"
