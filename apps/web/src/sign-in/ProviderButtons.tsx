import { oidcContract } from "@countersign/core/contract"
import { CallError, call, useCall } from "@countersign/core/web"
import { Button, Notice } from "@countersign/ui"
import { LogIn } from "lucide-react"
import { useState } from "react"

/** "Continue with ..." for every provider that is set up; nothing where none is. */
export function ProviderButtons({ next, newTab = false }: { next: string; newTab?: boolean }) {
  const { data } = useCall(oidcContract.listSignInProviders, {})
  const [leaving, setLeaving] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  if (!data || data.providers.length === 0) return null

  async function leave(providerId: string) {
    setLeaving(providerId)
    setFailure(null)
    // Opened before the answer is there: browsers allow it only in the moment of the click.
    const tab = newTab ? window.open("about:blank", "_blank") : null
    try {
      const { url } = await call(oidcContract.startOidcSignIn, { providerId, next })
      if (tab) {
        tab.location.href = url
        setLeaving(null)
      } else location.assign(url)
    } catch (error) {
      tab?.close()
      setLeaving(null)
      setFailure(explain(error))
    }
  }

  return (
    <>
      {data.providers.map(({ id, name }) => (
        <Button
          key={id}
          size="lg"
          block
          icon={<LogIn />}
          busy={leaving === id}
          disabled={leaving !== null && leaving !== id}
          onClick={() => void leave(id)}
        >
          {newTab ? `Continue with ${name} in a new tab` : `Continue with ${name}`}
        </Button>
      ))}
      {failure && <Notice tone="error">{failure}</Notice>}
    </>
  )
}

function explain(error: unknown): string {
  if (error instanceof CallError) return error.message
  return "The server could not be reached. Check your connection and try again."
}
