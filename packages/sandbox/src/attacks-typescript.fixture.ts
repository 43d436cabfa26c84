import type { FailureKind } from "./result.ts"

/** A script that tries to get out. It answers "kept", or what it got hold of. */
interface Escape {
  name: string
  source: string
}

/** A script that tries to use everything up, and how it may end. `value`: it fails at it and goes on. */
interface Exhaustion {
  name: string
  source: string
  ends: (FailureKind | "value")[]
  /** Also tried where not all are. */
  brief?: true
}

/** Names that only a host would have. */
const names = `["process", "require", "module", "global", "Buffer", "Deno", "Bun", "WebAssembly", "SharedArrayBuffer", "Atomics", "XMLHttpRequest", "WebSocket", "Worker", "std", "os", "bjson", "scriptArgs", "print", "load", "gc", "host", "__host"]`
const judge = `const judge = (where, top) => { const found = ${names}.filter((name) => { try { return top[name] !== undefined } catch { return true } }); return found.length ? "escaped: " + where + " has " + found : "kept" };`

const script = (body: string) => `${judge}\nexport default async (context: any) => {\n${body}\n}`
const plain = (body: string) => `export default async (context: any) => {\n${body}\n}`

export const escapes: Escape[] = [
  { name: "globals of a host", source: script(`return judge("globalThis", globalThis)`) },
  { name: "the Function constructor", source: script(`return judge("Function", Function("return this")())`) },
  {
    name: "constructor.constructor of everything it was given",
    source:
      // A wait by time: the script's, and its end is the subject.
      script(`const given: any[] = [context, context.secrets, console, console.log, fetch, setTimeout, clearTimeout, atob, btoa, Promise, import.meta]
    for (const one of given) { const verdict = judge("constructor", one.constructor ? one.constructor.constructor("return this")() : globalThis); if (verdict !== "kept") return verdict }
    return "kept"`),
  },
  {
    name: "generators, async functions and async generators",
    source:
      script(`const makers = [function* () {}, async function () {}, async function* () {}].map((one) => one.constructor as any)
    const tops = [makers[0]("yield this")().next().value ?? globalThis, await makers[1]("return globalThis")(), (await makers[2]("yield globalThis")().next()).value]
    for (const top of tops) { const verdict = judge("generator", top); if (verdict !== "kept") return verdict }
    return "kept"`),
  },
  {
    name: "eval, direct and indirect",
    source: script(
      `return judge("eval", (0, eval)("globalThis")) === "kept" ? judge("eval", eval("globalThis")) : "escaped"`,
    ),
  },
  {
    name: "a walk over every property and prototype there is",
    source: script(`const seen = new Set<any>([globalThis, context, console]); let reached = 0
    for (const one of seen) {
      if (reached++ > 20000) break
      for (const key of Reflect.ownKeys(one)) {
        if (one !== globalThis && ["process", "require", "mainModule", "binding", "_load", "execPath"].includes(String(key))) return "escaped: " + String(key)
        const { value, get, set } = Reflect.getOwnPropertyDescriptor(one, key) ?? {} as any
        for (const next of [value, get, set]) if ((typeof next === "object" && next !== null) || typeof next === "function") seen.add(next)
      }
      const above = Reflect.getPrototypeOf(one); if (above) seen.add(above)
    }
    for (const one of seen) if (typeof one === "function" && /node:|file:|wasm/.test(String(one))) return "escaped: " + one
    return seen.size > 100 ? "kept" : "saw too little"`),
  },
  {
    name: "stacks of errors, also across awaits",
    source:
      script(`let seen: any[] = []; (Error as any).prepareStackTrace = (_: any, sites: any) => { seen = sites; return "" }
    const stacks: string[] = []
    try { (null as any).x } catch (error) { stacks.push(String((error as Error).stack)) }
    ;(Error as any).prepareStackTrace = undefined
    try { await fetch("x") } catch (error) { stacks.push(String((error as Error).stack)) }
    try { await import("x") } catch (error) { stacks.push(String((error as Error).stack)) }
    const overflow = (): any => overflow(); try { overflow() } catch (error) { stacks.push(String((error as Error).stack)) }
    for (const site of Array.isArray(seen) ? seen : []) { const one = site.getFunction?.(); if (one && /native|host/.test(String(one))) return "escaped: a frame's function" }
    return stacks.some((stack) => /node:|file:|\\/(usr|root|home|packages|dist)\\//.test(stack)) ? "escaped: " + stacks : "kept"`),
  },
  {
    name: "proxies handed to the host's functions",
    source: script(`const seen = new Set<any>()
    const spy: any = new Proxy(function () {}, { get: (_, key, receiver) => { seen.add(receiver); return key === "then" || typeof key === "symbol" ? undefined : spy }, apply: (_, self, values) => { seen.add(self); for (const value of values) seen.add(value); return spy }, ownKeys: () => ["length", "prototype"], getOwnPropertyDescriptor: (target, key) => Reflect.getOwnPropertyDescriptor(target, key) })
    // A wait by time: the script's, and its end is the subject.
    const tries = [() => console.log(spy), () => setTimeout(spy, 1), () => fetch(spy, spy), () => clearTimeout(spy), () => btoa(spy), () => import(spy)]
    for (const one of tries) try { await one() } catch {}
    for (const one of seen) if (one !== spy && one !== undefined && one !== null && typeof one !== "string" && typeof one !== "number") { const verdict = judge("proxy", one.constructor?.constructor?.("return this")?.() ?? globalThis); if (verdict !== "kept") return verdict }
    return "kept"`),
  },
  {
    name: "shared built-ins that were changed to catch the way out",
    source: script(`const caught: any[] = []
    for (const [owner, key] of [[Array.prototype, "map"], [Array.prototype, "join"], [Array.prototype, "slice"], [String.prototype, "slice"], [Map.prototype, "set"], [Map.prototype, "get"], [Object, "entries"], [Object, "freeze"], [JSON, "stringify"], [JSON, "parse"], [Function.prototype, "call"], [Function.prototype, "apply"], [Promise.prototype, "then"]] as any[]) {
      const real = owner[key]; owner[key] = function (...values: any[]) { caught.push(this, ...values); return Reflect.apply(real, this, values) }
    }
    // A wait by time: the script's, and its end is the subject.
    console.log({ a: 1 }); setTimeout(() => {}, 1); fetch("http://127.0.0.1/").catch(() => {}); await null
    for (const one of caught) if (typeof one === "function" && /\\bhost\\b/.test(String(one.name))) return "escaped: the way out"
    return "kept"`),
  },
  ...[
    "node:fs",
    "fs",
    "./main.ts",
    "../prelude.ts",
    "/etc/passwd",
    "file:///etc/passwd",
    "data:text/javascript,1",
    "std",
    "os",
    "https://example.com/x.js",
    "@countersign/sdk/incident",
    "@countersign/core",
    "__proto__",
    "",
  ].map((name) => ({
    name: `import of ${JSON.stringify(name)}`,
    source: plain(
      `try { await import(${JSON.stringify(name)}); return "escaped" } catch (error) { return String(error).includes("nothing else") ? "kept" : "another refusal: " + error }`,
    ),
  })),
  {
    name: "WebAssembly and shared memory by another way",
    source:
      script(`const buffers = [new Uint8Array(8).buffer, new DataView(new ArrayBuffer(8)).buffer].map((one) => one.constructor.name)
    let growable = "kept"; try { growable = Function("return typeof SharedArrayBuffer + typeof Atomics + typeof WebAssembly")() === "undefinedundefinedundefined" ? "kept" : "escaped: shared memory" } catch {}
    return buffers.every((name) => name === "ArrayBuffer") ? growable : "escaped: " + buffers`),
  },
  {
    name: "a prototype of the host, by keys of its result",
    source: `export default () => JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')`,
  },
  {
    name: "toJSON and then of its result",
    source: script(
      `return { toJSON() { return judge("toJSON", globalThis) }, then(resolve: any) { resolve({ toJSON: () => judge("then", globalThis) }) } }`,
    ),
  },
  {
    name: "fetch that was not granted",
    source: plain(
      `try { await fetch("http://127.0.0.1:1/"); return "escaped" } catch (error) { return String(error).includes("may not use fetch") ? "kept" : String(error) }`,
    ),
  },
  {
    name: "a run before it: nothing is left of globals and built-ins",
    source: script(
      `if ((globalThis as any).left || (Array.prototype as any).left) return "escaped: another run's globals"; (globalThis as any).left = (Array.prototype as any).left = 1; return "kept"`,
    ),
  },
]

export const exhaustions: Exhaustion[] = [
  { name: "a loop without an end", source: plain(`for (;;);`), brief: true, ends: ["time"] },
  {
    name: "a loop that catches its own end",
    source: plain(`for (;;) try { for (;;); } catch {} finally { for (;;); }`),
    ends: ["time"],
  },
  { name: "a loop outside every function", source: `for (;;);\nexport default () => 1`, ends: ["time"] },
  {
    name: "an await that never ends, outside every function",
    source: `await new Promise(() => {})\nexport default () => 1`,
    ends: ["script"],
  },
  { name: "a promise that nobody settles", source: plain(`await new Promise(() => {})`), ends: ["script"] },
  {
    name: "a timer later than the end",
    // A wait by time: the script's, and its end is the subject.
    source: plain(`await new Promise((resolve) => setTimeout(resolve, 1e9))`),
    ends: ["time"],
  },
  {
    name: "microtasks without an end",
    source: plain(`const again = (): any => Promise.resolve().then(again); await again()`),
    brief: true,
    ends: ["time"],
  },
  {
    name: "timers without an end",
    // A wait by time: the script's, and its end is the subject.
    source: plain(`const again = () => { setTimeout(again, 0) }; again(); await new Promise(() => {})`),
    ends: ["time"],
  },
  {
    name: "a flood of timers",
    // A wait by time: the script's, and its end is the subject.
    source: plain(`for (let at = 0; at < 1e6; at++) setTimeout(() => {}, 1e6); await new Promise(() => {})`),
    ends: ["script", "time"],
  },
  {
    name: "indexOf over a megabyte",
    source: plain(`return "x".repeat(1e6).indexOf("x".repeat(5e5) + "y")`),
    brief: true,
    ends: ["time"],
  },
  {
    name: "indexOf in a sparse array",
    source: plain(`const list: any[] = []; list[4294967290] = 1; return list.indexOf(2)`),
    ends: ["time", "memory", "value"],
  },
  {
    name: "a sort of millions",
    source: plain(`return Array.from({ length: 5e6 }, (_, at) => -at).sort().length`),
    ends: ["time", "memory"],
  },
  {
    name: "a sort that never agrees",
    source: plain(`for (;;) Array.from({ length: 1e5 }, (_, at) => at).sort(() => Math.random() - 0.5)`),
    ends: ["time", "memory"],
  },
  {
    name: "squares of a BigInt",
    source: plain(`let big = 3n; for (;;) big *= big`),
    ends: ["time", "memory", "script"],
  },
  {
    name: "a power of a BigInt as a text",
    source: plain(`return (7n ** 500000n).toString().length`),
    ends: ["time", "memory", "value"],
  },
  {
    name: "a regular expression that goes back",
    source: plain(`return /^(a+)+$/.test("a".repeat(40) + "b")`),
    ends: ["time"],
  },
  {
    name: "a regular expression of a million groups",
    source: plain(`return new RegExp("(".repeat(1e6)).test("a")`),
    ends: ["script", "memory", "time", "crash"],
  },
  {
    name: "a text that doubles",
    source: plain(`let text = "x"; for (;;) text += text`),
    ends: ["script", "memory", "time"],
  },
  {
    name: "a text as long as memory",
    source: plain(`return "x".padEnd(2 ** 30 - 25).length`),
    ends: ["script", "memory", "time"],
  },
  {
    name: "a join of four thousand million",
    source: plain(`const list: any[] = []; list.length = 4294967295; return list.join("xxxxxxxx").length`),
    ends: ["time", "memory", "script"],
  },
  {
    name: "memory in objects",
    source: plain(`const kept: any[] = []; for (;;) kept.push({ a: 1, b: [kept.length] })`),
    ends: ["memory", "time", "crash"],
  },
  {
    name: "memory in buffers",
    source: plain(`const kept: any[] = []; for (;;) kept.push(new Uint8Array(1e6).fill(1))`),
    brief: true,
    ends: ["memory", "time", "crash"],
  },
  {
    name: "memory that is asked for again after every refusal",
    source: plain(
      `const kept: any[] = []; for (;;) try { for (;;) kept.push(new Array(1000).fill(kept.length)) } catch {}`,
    ),
    ends: ["memory", "time", "crash"],
  },
  {
    name: "a buffer of two gigabytes",
    source: plain(`return new ArrayBuffer(2 ** 31 - 8).byteLength`),
    ends: ["script", "memory"],
  },
  {
    name: "calls without an end",
    source: plain(`const deeper = (): number => 1 + deeper(); return deeper()`),
    ends: ["script"],
  },
  {
    name: "JSON nested too deep to read",
    source: plain(`return JSON.parse("[".repeat(1e6))`),
    ends: ["script", "crash", "memory"],
  },
  {
    name: "code nested too deep to read",
    source: plain(`return eval("(".repeat(1e5))`),
    ends: ["script", "crash", "memory"],
  },
  {
    name: "source nested too deep to read",
    source: `export default () => ${"(".repeat(45_000)}1${")".repeat(45_000)}`,
    brief: true,
    ends: ["source", "script", "crash", "memory"],
  },
  { name: "a result of nine megabytes", source: plain(`return "x".repeat(9e6)`), brief: true, ends: ["output"] },
  {
    name: "a result nested a thousand deep",
    source: plain(`let deep: any = []; for (let at = 0; at < 1000; at++) deep = [deep]; return deep`),
    ends: ["output"],
  },
  {
    name: "a result that grows while it is read",
    source: plain(
      `return new Proxy({}, { ownKeys: () => Array.from({ length: 1e5 }, (_, at) => "key" + at), getOwnPropertyDescriptor: () => ({ value: "x".repeat(1000), enumerable: true, configurable: true }), get: () => "x".repeat(1000) })`,
    ),
    ends: ["output", "memory", "time", "script"],
  },
  {
    name: "a result with itself inside",
    source: plain(`const ring: any = {}; ring.ring = ring; return ring`),
    ends: ["script"],
  },
  {
    name: "a getter of its result that never returns",
    source: plain(`return { get success() { for (;;); } }`),
    ends: ["time"],
  },
  { name: "a toJSON that never returns", source: plain(`return { toJSON() { for (;;); } }`), ends: ["time"] },
  {
    name: "a toJSON that returns another, without an end",
    source: plain(`const again = (): any => ({ next: { toJSON: again } }); return again()`),
    ends: ["script", "memory", "time", "crash"],
  },
  { name: "a message of nine megabytes", source: plain(`throw new Error("x".repeat(9e6))`), ends: ["script"] },
  {
    name: "an error whose message never comes",
    source: plain(`throw { get message() { for (;;); } }`),
    ends: ["time"],
  },
  {
    name: "an error that throws when it is read",
    source: plain(`throw new Proxy({}, { get() { throw 1 }, has() { throw 2 } })`),
    ends: ["script"],
  },
  {
    name: "a flood of the console",
    source: plain(`for (;;) console.log("x".repeat(1000))`),
    brief: true,
    ends: ["time"],
  },
  {
    name: "a hundred thousand lines of console",
    source: plain(`for (let at = 0; at < 1e5; at++) console.log(at)`),
    ends: ["value", "time"],
  },
  {
    name: "lines of console as long as memory",
    source: plain(`const long = "x".repeat(2e6); for (let at = 0; at < 50; at++) console.log(long, long)`),
    ends: ["value", "time"],
  },
]
