/** How files of the library are called in addresses. */
export const MEDIA_PATH = "/_media/"

/** What a file is called in its address, made of its name; `free` says whether nobody has it. */
export function fileNameFor(name: string, extension: string, isTaken: (fileName: string) => boolean): string {
  const dot = name.lastIndexOf(".")
  const words = (dot > 0 ? name.slice(0, dot) : name)
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-|-$/g, "")
  // `-640w` at the end is how the smaller pictures beside one are called.
  const stem = words === "" ? "file" : /-\d+w$/.test(words) ? `${words}-1` : words
  if (!isTaken(`${stem}.${extension}`)) return `${stem}.${extension}`
  for (let number = 2; ; number += 1)
    if (!isTaken(`${stem}-${number}.${extension}`)) return `${stem}-${number}.${extension}`
}

export function sizeNameFor(fileName: string, width: number): string {
  const dot = fileName.lastIndexOf(".")
  // With what stood behind the dot: a.png and a.jpg are two.
  return `${fileName.slice(0, dot)}-${fileName.slice(dot + 1)}-${width}w.webp`
}
