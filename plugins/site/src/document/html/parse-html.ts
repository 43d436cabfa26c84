/** parse5 within bounds: what is deeper or more than a document can hold ends it, and not the server's memory. */
import { type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes, defaultTreeAdapter, Parser } from "parse5"
import { IMPORT_LIMITS, LIMITS } from "../tree/limits.ts"

export type ParsedNode = DefaultTreeAdapterTypes.ChildNode
export type ParsedElement = DefaultTreeAdapterTypes.Element
export type Parsed = { ok: true; document: DefaultTreeAdapterTypes.Document } | { ok: false; reason: string }
export type ParsedFragment = { ok: true; nodes: ParsedNode[] } | { ok: false; reason: string }

export function parsePage(html: string): Parsed {
  return within(html, (text, options) => ({ ok: true, document: Parser.parse<DefaultTreeAdapterMap>(text, options) }))
}

/** As a browser reads it inside of a `body`. */
export function parseFragment(html: string): ParsedFragment {
  return within(html, (text, options) => {
    const parser = Parser.getFragmentParser<DefaultTreeAdapterMap>(null, options)
    parser.tokenizer.write(text, true)
    return { ok: true, nodes: parser.getFragment().childNodes }
  })
}

class TooMuch extends Error {}

type Options = NonNullable<Parameters<typeof Parser.parse<DefaultTreeAdapterMap>>[1]>

function within<T>(html: string, parse: (text: string, options: Options) => T): T | { ok: false; reason: string } {
  if (html.length > IMPORT_LIMITS.htmlBytes) {
    const most = IMPORT_LIMITS.htmlBytes / 1024 / 1024
    return {
      ok: false,
      reason: `The page is ${(html.length / 1024 / 1024).toFixed(1)} MB long, and ${most} MB is the most. Import it in parts.`,
    }
  }
  try {
    return parse(html.toWellFormed(), { treeAdapter: boundedAdapter(), scriptingEnabled: false })
  } catch (error) {
    if (error instanceof TooMuch) return { ok: false, reason: error.message }
    throw error
  }
}

function boundedAdapter(): Options["treeAdapter"] & object {
  let depth = 0
  let count = 0
  const counted = <T>(node: T): T => {
    count += 1
    if (count > LIMITS.nodes) {
      throw new TooMuch(
        `The page has more than ${LIMITS.nodes} elements and texts, the most a document can hold. Import it in parts.`,
      )
    }
    return node
  }
  return {
    ...defaultTreeAdapter,
    createElement: (tag, namespace, attributes) =>
      counted(defaultTreeAdapter.createElement(tag, namespace, attributes)),
    createTextNode: (text) => counted(defaultTreeAdapter.createTextNode(text)),
    createCommentNode: (text) => counted(defaultTreeAdapter.createCommentNode(text)),
    onItemPush() {
      depth += 1
      // A parser walks up what is open for every tag: without an end to it, a deep page takes the square of its length.
      if (depth > LIMITS.depth) {
        throw new TooMuch(
          `The page nests elements more than ${LIMITS.depth} deep, where browsers stop too. Take some of them away and import it again.`,
        )
      }
    },
    onItemPop() {
      depth -= 1
    },
  }
}
