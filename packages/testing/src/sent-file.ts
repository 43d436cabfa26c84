import type { Caller } from "@countersign/core/server"

/** Somebody who sends a file along, as a route that takes one lets them. */
export function sending(caller: Caller, file: Uint8Array | undefined): Caller {
  if (!file) return caller
  const upload = {
    type: "application/octet-stream",
    size: file.byteLength,
    async *bytes() {
      yield file
    },
    text: async () => new TextDecoder().decode(file),
  }
  const request = new Request("http://localhost/", { method: "POST" })
  return { ...caller, http: { request, responseHeaders: new Headers(), address: "127.0.0.1", upload } }
}
