import { spawnSync } from "node:child_process"
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { modules } from "./processes.mjs"

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
]
const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]

/**
 * An installed browser where there is one, else the one that npm brought.
 *
 * @returns {{ executablePath: string, env: Record<string, string>, args: string[] }} for Playwright's `launch`
 */
export function findChromium({ ignoreInstalled = false } = {}) {
  const folders = (process.env.PATH ?? "").split(delimiter)
  const candidates = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...applications]
  const installed = ignoreInstalled ? undefined : candidates.find(isExecutable)
  if (installed) return { executablePath: installed, env: { ...process.env }, args }

  const folder = unpack()
  return {
    executablePath: join(folder, "chromium"),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: [join(folder, "al2023", "lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(":"),
      FONTCONFIG_PATH: join(folder, "fonts"),
    },
    // Built without the helper process that the others fork from.
    args: [...args, "--no-zygote", "--headless=shell"],
  }
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

// The package's own list names folders of the cloud it was made for. Where none of them exists there is no font at all, and
// the browser ends at the first text field.
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`

/** 190 MB once unpacked, hence kept; under another name first, because several test processes may ask at once. */
function unpack() {
  if (`${process.platform}-${process.arch}` !== "linux-x64") {
    throw new Error("No Chromium or Chrome was found on PATH. Install one of them, then run this again.")
  }
  const source = join(modules, "@sparticuz", "chromium")
  const { version } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"))
  const folder = join(modules, ".cache", `chromium-${version}-with-fonts`)
  if (existsSync(folder)) return folder

  const partial = `${folder}-${process.pid}`
  mkdirSync(partial, { recursive: true })
  // The package unpacks into the temporary folder, whatever that is; in a process of its own it can be this one.
  const script = `
    import { inflate } from "@sparticuz/chromium"
    for (const name of ["chromium.br", "al2023.tar.br", "fonts.tar.br", "swiftshader.tar.br"])
      await inflate(${JSON.stringify(join(source, "bin"))} + "/" + name)`
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: modules,
    env: { ...process.env, TMPDIR: partial },
    encoding: "utf8",
  })
  if (status !== 0) {
    rmSync(partial, { recursive: true, force: true })
    throw new Error(
      `The browser in ${source} could not be unpacked: ${stderr.trim()}. Install Chromium or Chrome instead.`,
    )
  }
  writeFileSync(join(partial, "fonts", "fonts.conf"), FONTS)
  try {
    renameSync(partial, folder)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}
