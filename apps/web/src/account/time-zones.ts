/** Every zone this browser knows, as a list to choose from. */
export function timeZones(): { id: string; label: string }[] {
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")].map((zone) => ({
    id: zone,
    label: zone,
  }))
}
