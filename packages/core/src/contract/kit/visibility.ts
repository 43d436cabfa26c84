/** `public` for everybody, `signedIn` for readers who signed in, `internal` for those who work on the thing. */
export const VISIBILITIES = ["public", "signedIn", "internal"] as const

/** The words of the pages, for cards as well. Apart from the schema, which pages of the first load do not need. */
export const VISIBILITY_WORDS: Readonly<Record<(typeof VISIBILITIES)[number], string>> = {
  public: "Everybody",
  signedIn: "Signed-in readers",
  internal: "Those who work on it",
}
