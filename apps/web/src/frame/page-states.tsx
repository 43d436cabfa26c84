import type { AccessRule } from "@countersign/core/contract"
import { CallError } from "@countersign/core/web"
import { Button, ButtonLink, EmptyState, Skeleton } from "@countersign/ui"
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router"
import type { Me } from "../session.ts"

export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  function retry() {
    reset()
    void router.invalidate()
  }
  return (
    <State
      title={error instanceof CallError ? "This page could not be read" : "This page stopped working"}
      action={
        <>
          <Button variant="primary" onClick={retry}>
            Try again
          </Button>
          <ButtonLink href="/">Go to the start page</ButtonLink>
        </>
      }
    >
      {error instanceof Error ? error.message : String(error)}
    </State>
  )
}

export function PageNotOpen({ me, access }: { me: Me; access: readonly AccessRule[] }) {
  return (
    <State title="This page is not open to you" action={<ButtonLink href="/">Go to the start page</ButtonLink>}>
      {me.name} lacks the permission {access.map((rule) => rule.id).join(" or ")}. An administrator can grant it.
    </State>
  )
}

export function PageNotFound() {
  return (
    <State title="There is no such page" action={<ButtonLink href="/">Go to the start page</ButtonLink>}>
      The address may be mistyped, or what it named is gone. Press Ctrl K to find it by name.
    </State>
  )
}

export function PagePending() {
  return (
    <div className="px-4 pt-5 sm:px-6">
      <Skeleton lines={6} label="Loading the page" />
    </div>
  )
}

function State({ title, action, children }: { title: string; action: React.ReactNode; children: React.ReactNode }) {
  return (
    <div className="px-4 pt-[10vh]">
      <h1 className="sr-only">{title}</h1>
      <EmptyState title={title} action={action}>
        {children}
      </EmptyState>
    </div>
  )
}
