// Eleventy 3.1.2 as its documentation has it: one layout, one Liquid template for each page, a list of systems from data.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Eleventy from "@11ty/eleventy"

const { count, body, systems } = JSON.parse(process.env.WORKER_SETUP)
const folder = mkdtempSync(join(tmpdir(), "countersign-eleventy-"))
process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
const input = join(folder, "in")
mkdirSync(join(input, "_includes"), { recursive: true })
mkdirSync(join(input, "_data"))
writeFileSync(join(input, "_data/systems.json"), JSON.stringify(systems))
writeFileSync(
  join(input, "_includes/frame.liquid"),
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ title }}</title></head><body><header><a href="/">Acme</a></header><main>{{ content }}</main></body></html>`,
)
for (let at = 0; at < count; at += 1)
  writeFileSync(
    join(input, `page-${at}.liquid`),
    `---\nlayout: frame.liquid\ntitle: Page ${at}\n---\n<h1>Page ${at}</h1>${body}<ul>{% for system in systems %}<li>{{ system.name }}: {{ system.statusWords }}</li>{% endfor %}</ul>`,
  )
process.chdir(folder)
process.on("message", async () => {
  const cpu = process.cpuUsage()
  await new Eleventy(input, join(folder, "out"), { quietMode: true }).write()
  const { user, system } = process.cpuUsage(cpu)
  process.send({ cpuMicroseconds: user + system })
})
process.send("ready")
