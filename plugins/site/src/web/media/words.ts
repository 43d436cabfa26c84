import type { Media } from "../../contract.ts"

export const KIND_WORDS: Readonly<Record<Media["kind"], string>> = {
  picture: "Picture",
  drawing: "Drawing",
  video: "Film",
  sound: "Sound",
  font: "Font",
  file: "File",
}
