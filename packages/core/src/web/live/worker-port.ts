/** A port to the browser's one shared worker; null where browsers have none. Each call makes a port of its own. */
export function openWorkerPort(onBroken: () => void): MessagePort | null {
  if (typeof SharedWorker === "undefined") return null
  const worker = new SharedWorker(new URL("./events-worker.ts", import.meta.url), {
    type: "module",
    name: "countersign-events",
  })
  worker.onerror = onBroken
  return worker.port
}
