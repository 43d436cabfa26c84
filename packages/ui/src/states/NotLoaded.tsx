import { Button } from "../actions/Button.tsx"
import { Notice } from "./Notice.tsx"

/** For `lazyPart`, in place of a part whose code could not be loaded. */
export function NotLoaded() {
  return (
    <Notice tone="warning" action={<Button onClick={() => location.reload()}>Reload the page</Button>}>
      This part could not be loaded. Reload the page once you are connected.
    </Notice>
  )
}
