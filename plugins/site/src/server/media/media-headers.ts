/** How a file of the library is sent, whoever asks for it and on whichever origin: as what it is, and never as a page that runs. */

/** Pictures, films and fonts are shown; everything else is kept, not opened. */
const SHOWN =
  /^(?:image\/(?:png|jpeg|gif|webp|svg\+xml)|video\/(?:mp4|webm)|audio\/(?:mpeg|ogg|wav|flac|mp4)|font\/(?:woff2?|ttf|otf))$/

/** A drawing that is opened by itself is a document: nothing in it runs, nothing is loaded, it belongs to no origin. */
export const MEDIA_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"

export function mediaHeaders({ type, name }: { type: string; name: string }): Record<string, string> {
  const isShown = SHOWN.test(type)
  return {
    "content-type": isShown ? type : type === "application/pdf" ? type : "application/octet-stream",
    "content-security-policy": MEDIA_POLICY,
    "x-content-type-options": "nosniff",
    ...(!isShown && { "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}` }),
  }
}
