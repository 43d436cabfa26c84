import type { TestPlatform } from "../test-platform.ts"
import type { HiddenThings } from "./matrix-hidden.ts"

/** Ids of three new things of one resource. The matrix itself grants the first to its teams and makes the third private. */
export interface MatrixThings {
  granted: string
  public: string
  private: string
}

export interface MatrixOptions {
  /** By resource, e.g. `catalog.system`: makes three things, anew for every call. */
  things?: Record<string, (testing: TestPlatform) => Promise<MatrixThings>>
  /**
   * By resource, e.g. `incident.incident`: a thing whose right comes from another one. `path` is where its id stands
   * in inputs; `make` makes one that belongs to the given thing alone.
   */
  children?: Record<string, MatrixChild>
  /** Things that are somebody else's. Every id in an input is one of these, or of something that is hidden from nobody. */
  hidden?: readonly HiddenThings[]
  /** Where ids of things stand that whoever may enter may see: `catalog.*.groupId`. */
  open?: readonly string[]
  /** Procedures that call any tool: `{ toolName, input }`. The ids inside of such an input are looked behind as well. */
  toolDoors?: readonly string[]
  /** By procedure id, where an input made from the schema does not fit: the rest of the input, without the things' ids. */
  inputs?: Record<string, object | ((testing: TestPlatform) => Promise<object>)>
  /** By the id of a read that no input of its own makes answer: why. */
  neverTold?: Record<string, string>
}

export interface MatrixChild {
  parent: string
  path: string
  make(testing: TestPlatform, parentId: string): Promise<string>
}
