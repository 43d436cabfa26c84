/** What a site may load from elsewhere. Everything else comes from the site itself. */
export interface SafetyPolicy {
  /** Hosts of images, media, fonts and styles. */
  readonly resourceHosts: readonly string[]
  /** Hosts that may be shown in a frame. */
  readonly frameHosts: readonly string[]
}

export const OWN_ONLY: SafetyPolicy = { resourceHosts: [], frameHosts: [] }
