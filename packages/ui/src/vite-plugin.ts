import { readFileSync } from "node:fs"

const FILE_NAME = "assets/theme-boot.js"

/** Vite plugin: serves theme-boot.js and puts its script tag first in the page's head. */
export function themeBoot(): ThemeBootPlugin {
  const source = readFileSync(new URL("./theme-boot.js", import.meta.url), "utf8")
  return {
    name: "countersign-theme-boot",
    transformIndexHtml: () => [{ tag: "script", attrs: { src: `/${FILE_NAME}` }, injectTo: "head-prepend" }],
    configureServer(server) {
      server.middlewares.use(`/${FILE_NAME}`, (_request, response) => {
        response.setHeader("content-type", "text/javascript")
        response.end(source)
      })
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: FILE_NAME, source })
    },
  }
}

/** The part of Vite's plugin shape used here; ui does not depend on Vite. */
export type ThemeBootPlugin = {
  name: string
  transformIndexHtml: () => { tag: string; attrs: Record<string, string>; injectTo: "head-prepend" }[]
  configureServer: (server: {
    middlewares: {
      use: (
        path: string,
        handler: (
          request: unknown,
          response: { setHeader: (name: string, value: string) => void; end: (body: string) => void },
        ) => void,
      ) => void
    }
  }) => void
  generateBundle: (this: { emitFile: (file: { type: "asset"; fileName: string; source: string }) => string }) => void
}
