/** What commands touch, by names: what somebody else touched since stays theirs when something is taken back. */
import type { Command } from "../commands/command.ts"
import { keyOf } from "../tree/node.ts"

/** A group is told as the list of its commands. */
export type SingleCommand = Exclude<Command, { type: "group" }>

export interface Touched {
  /** One thing that can be set: an attribute, a text, a rule, an address. */
  readonly fields: readonly string[]
  /** Nodes, as `document node`: what goes with a node when it is removed. */
  readonly nodes: readonly string[]
  /** Documents and sheets. */
  readonly wholes: readonly string[]
}

export function touchedBy(command: SingleCommand): Touched {
  if ("document" in command) return inDocument(command)
  switch (command.type) {
    case "sheet.add":
      return { fields: [], nodes: [], wholes: [`sheet ${command.sheet.id}`] }
    case "sheet.remove":
      return { fields: [], nodes: [], wholes: [`sheet ${command.sheet}`] }
    case "editStyles": {
      const pieces = command.edits.map((edit) => (edit.type === "add" ? edit.piece.id : edit.piece))
      return fields(
        pieces.map((piece) => `rule ${piece}`),
        [`sheet ${command.sheet}`],
      )
    }
    case "page.set":
      return fields(
        Object.keys(command.set).map((name) => `page:${command.page} ${name}`),
        [`page:${command.page}`],
      )
    case "redirect.set":
      return fields([`redirect ${command.from}`])
    case "template.set":
      return fields([`template:${command.template} target`], [`template:${command.template}`])
    case "setting.set":
      return fields(Object.keys(command.set).map((name) => `setting ${name}`))
    case "breakpoints.set":
      return fields(["breakpoints"])
    case "setTokens":
      return fields(
        Object.entries(command.set).flatMap(([family, set]) =>
          Object.keys(set ?? {}).map((slug) => `token ${family} ${slug}`),
        ),
      )
    case "asset.set":
      return fields([`script ${command.script.id}`])
    case "asset.remove":
      return fields([`script ${command.script}`])
  }
}

function fields(names: readonly string[], wholes: readonly string[] = []): Touched {
  return { fields: names, nodes: [], wholes }
}

function inDocument(command: Extract<SingleCommand, { document: unknown }>): Touched {
  const document = keyOf(command.document)
  const on = (names: readonly string[], nodes: readonly string[]): Touched => ({
    fields: names.map((name) => `${document} ${name}`),
    nodes: nodes.map((node) => `${document} ${node}`),
    wholes: [document],
  })
  switch (command.type) {
    case "document.add":
    case "document.remove":
      return on([], [])
    case "document.set":
      return on(["title"], [])
    case "insert":
      return on([], [command.place.parent, ...command.fragment.nodes.map(({ id }) => id)])
    case "move":
      return on([`${command.node} place`], [command.node, command.place.parent])
    case "join":
      return on([], [command.left, command.right])
    case "wrap":
      return on(
        command.nodes.map((node) => `${node} place`),
        [...command.nodes, command.wrapper.id],
      )
    case "duplicate":
      return on([], [...command.ids])
    case "setAttributes": {
      const at = command.breakpoint === undefined ? "" : `${command.breakpoint} `
      return on(
        Object.keys(command.set).map((name) => `${command.node} ${at}@${name}`),
        [command.node],
      )
    }
    case "setClasses":
      return on(
        [...command.add, ...command.remove].map((name) => `${command.node} .${name}`),
        [command.node],
      )
    case "setText":
    case "spliceText":
      return on([`${command.node} text`], [command.node])
    case "split":
      return on([`${command.node} text`], [command.node, command.right.id])
    case "setInlineStyle":
      return on([`${command.node} style`], [command.node])
    case "rename":
      return on([`${command.node} label`], [command.node])
    case "setFlags":
      return on([`${command.node} flags`], [command.node])
    case "bind":
      return on([`${command.node} bind ${command.name}`], [command.node])
    case "remove":
    case "unwrap":
      return on([], [command.node])
  }
}
