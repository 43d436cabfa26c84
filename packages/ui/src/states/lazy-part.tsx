import { type ComponentType, lazy } from "react"

export interface MissingPartProps<Props> {
  /** What the part itself would have got. */
  props: Props
}

/**
 * A part of a page whose code loads when it is first drawn. Where that fails, only this part is missing: React's own `lazy`
 * would take the page around it down, with whatever was written there and is not sent yet. A browser that failed to load
 * a module does not ask for it again before the page is loaded anew.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Missing: ComponentType<MissingPartProps<Props>>,
): ComponentType<Props> {
  const Shown = lazy<ComponentType<{ props: Props }>>(() =>
    load().then(
      ({ default: Content }) => ({ default: ({ props }) => <Content {...props} /> }),
      () => ({ default: Missing }),
    ),
  )
  return (props: Props) => <Shown props={props} />
}
