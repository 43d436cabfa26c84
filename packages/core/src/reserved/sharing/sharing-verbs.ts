import { getSharing } from "./get-sharing.ts"
import { setGrant } from "./set-grant.ts"
import { setPrivate } from "./set-private.ts"

export const sharingVerbs = {
  getSharing,
  setGrant,
  setPrivate,
}
