import { join } from "node:path"
import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"
import { themeBoot } from "./src/vite-plugin.ts"

export default defineConfig({
  root: join(import.meta.dirname, "gallery"),
  plugins: [react(), tailwindcss(), themeBoot()],
  // A font inlined as data: is refused by the content security policy.
  build: { assetsInlineLimit: 0, outDir: join(import.meta.dirname, "dist"), emptyOutDir: true },
})
