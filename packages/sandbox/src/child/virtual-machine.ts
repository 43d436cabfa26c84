import variant from "@jitl/quickjs-singlefile-mjs-release-sync"
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSRuntime,
} from "quickjs-emscripten-core"

/** 512 KB of it crashed the process around the VM; the lines of a stack overflow are then still told by QuickJS. */
const STACK_BYTES = 256 * 1024
const PAGE_BYTES = 64 * 1024
/** Emscripten asks for this much at the start. */
const FIRST_PAGES = 256

export interface VirtualMachine {
  runtime: QuickJSRuntime
  context: QuickJSContext
}

/**
 * A QuickJS of its own for every run: not only a new runtime but a new WebAssembly instance, so that nothing a script
 * does to the interpreter's memory meets the next one. 5 ms, since the engine keeps the compiled code.
 *
 * Nothing of it is freed by hand: freeing a runtime that holds values aborts, and the whole memory is dropped at once.
 */
export async function createVirtualMachine({
  memoryBytes,
  deadline,
}: {
  memoryBytes: number
  deadline: number
}): Promise<VirtualMachine> {
  const wasmMemory = new WebAssembly.Memory({
    initial: FIRST_PAGES,
    // QuickJS's own limit is a promise it keeps by itself. This one the engine around it keeps.
    maximum: Math.max(FIRST_PAGES, Math.ceil(memoryBytes / PAGE_BYTES)),
  })
  const quickjs = await newQuickJSWASMModuleFromVariant(
    newVariant(variant, { wasmMemory, emscriptenModule: { print() {}, printErr() {} } as object }),
  )
  const runtime = quickjs.newRuntime({ memoryLimitBytes: memoryBytes, maxStackSizeBytes: STACK_BYTES })
  runtime.setInterruptHandler(() => performance.now() > deadline)
  return { runtime, context: runtime.newContext() }
}
