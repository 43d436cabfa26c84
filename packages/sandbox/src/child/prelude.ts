/**
 * The globals of a script, written for QuickJS. It is a function of `host`, the only way out of the VM; what `host` does
 * is bounded on its other side, so nothing depends on a script not getting hold of it.
 *
 * What a script changes about the globals it shares with this text can harm only its own run.
 */
export const prelude = /* js */ `(host, longestText) => {
  "use strict"
  const { stringify, parse } = JSON
  const waiting = new Map()
  let lastId = 0
  delete globalThis.SharedArrayBuffer
  delete globalThis.Atomics

  const define = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true })
  const shorten = (text) => (text.length > longestText ? text.slice(0, longestText) + "…" : text)

  const textOf = (value) => {
    if (typeof value === "string") return value
    try {
      if (value instanceof Error) return value.name + ": " + value.message
      if (typeof value === "object" && value !== null) return stringify(value) ?? String(value)
      return String(value)
    } catch {
      return "[something that cannot be shown]"
    }
  }
  const log = (level) => (...values) => {
    host("console", level, shorten(values.slice(0, 20).map((value) => shorten(textOf(value))).join(" ")))
  }
  define("console", { debug: log("debug"), log: log("info"), info: log("info"), warn: log("warn"), error: log("error") })

  define("setTimeout", (callback, ms = 0, ...values) => {
    if (typeof callback !== "function") throw new TypeError("setTimeout takes a function.")
    const id = ++lastId
    waiting.set(id, { resolve: () => callback(...values) })
    host("timer", String(id), String(Number(ms) || 0))
    return id
  })
  define("clearTimeout", (id) => {
    if (waiting.delete(id)) host("clear", String(id))
  })

  define("fetch", (url, init = {}) => new Promise((resolve, reject) => {
    const headers = {}
    for (const [name, value] of Object.entries(init.headers ?? {})) headers[name] = String(value)
    if (init.body !== undefined && init.body !== null && typeof init.body !== "string")
      throw new TypeError("The body of a request is a text. Use JSON.stringify for anything else.")
    const id = ++lastId
    waiting.set(id, { resolve: (json) => resolve(makeResponse(parse(json))), reject: (message) => reject(new TypeError(message)) })
    host("fetch", String(id), stringify({ url: String(url), method: String(init.method ?? "GET"), headers, body: init.body ?? undefined }))
  }))
  const makeResponse = ({ status, statusText, url, headers, body }) => {
    const find = (name) => headers[String(name).toLowerCase()]
    return Object.freeze({
      ok: status >= 200 && status < 300,
      status,
      statusText,
      url,
      headers: Object.freeze({
        get: (name) => find(name) ?? null,
        has: (name) => find(name) !== undefined,
        entries: () => Object.entries(headers).values(),
      }),
      text: async () => body,
      json: async () => parse(body),
    })
  }

  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
  define("btoa", (text) => {
    const bytes = Array.from(String(text), (letter) => letter.codePointAt(0))
    if (bytes.some((byte) => byte > 255)) throw new RangeError("btoa takes letters up to U+00FF only.")
    let encoded = ""
    for (let at = 0; at < bytes.length; at += 3) {
      const [first, second, third] = bytes.slice(at, at + 3)
      encoded += alphabet[first >> 2] + alphabet[((first & 3) << 4) | ((second ?? 0) >> 4)]
      encoded += second === undefined ? "=" : alphabet[((second & 15) << 2) | ((third ?? 0) >> 6)]
      encoded += third === undefined ? "=" : alphabet[third & 63]
    }
    return encoded
  })
  define("atob", (encoded) => {
    const letters = String(encoded).replace(/[\\s=]+/g, "")
    let bits = 0
    let held = 0
    let text = ""
    for (const letter of letters) {
      const value = alphabet.indexOf(letter)
      if (value < 0) throw new RangeError("This is not base64.")
      bits = ((bits << 6) | value) & 0xffffff
      held += 6
      if (held >= 8) {
        held -= 8
        text += String.fromCharCode((bits >> held) & 255)
      }
    }
    return text
  })

  const fail = (error) => {
    let message = "The script threw something that cannot be shown."
    let stack = ""
    try {
      const isError = typeof error === "object" && error !== null && "message" in error
      const name = isError ? String(error.name ?? "Error") : "Error"
      message = isError ? (name === "Error" ? String(error.message) : name + ": " + error.message) : "The script threw " + textOf(error)
      if (isError) stack = String(error.stack ?? "")
    } catch {}
    host("failed", shorten(message), shorten(stack))
  }

  return {
    begin(file, context) {
      import(file).then(async (module) => {
        const run = module.default
        if (typeof run !== "function") {
          host("unfit", "")
          return
        }
        const value = await run(parse(context))
        let json
        try {
          json = stringify(value)
        } catch (error) {
          const why = textOf(error)
          if (why.includes("stack overflow")) throw new Error("The result is nested too deeply. Return something flatter.")
          throw new TypeError("The result cannot be written as JSON: " + why)
        }
        if (json === undefined) host("done")
        else host("done", json)
      }).catch(fail)
    },
    resume(id, value) {
      const one = waiting.get(id)
      waiting.delete(id)
      if (one) one.resolve(value)
    },
    refuse(id, message) {
      const one = waiting.get(id)
      waiting.delete(id)
      if (one) one.reject(message)
    },
  }
}`
