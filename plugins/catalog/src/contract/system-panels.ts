/** What another plugin shows on a system's page: its open incidents, its checks. */
export interface SystemPanel {
  /** `<plugin>.<name>`; registering it again replaces it. */
  readonly id: string
  readonly title: string
  /** Lower comes first. */
  readonly order: number
  readonly load: () => Promise<{ default: SystemPanelComponent }>
}

export interface SystemPanelProps {
  systemId: string
}

/** A React component. Contracts know no React, so that servers need none. */
export type SystemPanelComponent = (props: SystemPanelProps) => unknown

const panels = new Map<string, SystemPanel>()

/** Called once by the other plugin's `web.tsx`; the panel loads when a system's page is first opened. */
export function registerSystemPanel(panel: SystemPanel): void {
  panels.set(panel.id, panel)
}

export function systemPanels(): readonly SystemPanel[] {
  return [...panels.values()].sort((a, b) => a.order - b.order || a.id.localeCompare(b.id))
}
