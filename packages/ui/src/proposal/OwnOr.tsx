import { Component, type ReactNode, Suspense } from "react"

type Props = {
  own: ReactNode
  /** Drawn in its place while it loads, and for good where it cannot be drawn. */
  otherwise: ReactNode
  /** It could not be drawn. */
  onOtherwise?: () => void
  /** What follows it. */
  children: ReactNode
}

/** Nobody is kept from reading a card because the plugin's way of showing it failed, or did not load. */
export class OwnOr extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch() {
    this.props.onOtherwise?.()
  }

  override render() {
    const { own, otherwise, children } = this.props
    if (this.state.failed) return otherwise
    return (
      <Suspense fallback={otherwise}>
        {own}
        {children}
      </Suspense>
    )
  }
}
