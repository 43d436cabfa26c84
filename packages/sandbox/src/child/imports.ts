import type { SdkModule } from "./orders.ts"

export function isImportable(name: string, sdk: SdkModule): boolean {
  return name === sdk.name
}

export function refuseImport(name: string, sdk: SdkModule): string {
  return `"${name.slice(0, 200)}" cannot be imported: a script may import "${sdk.name}" and nothing else.`
}
