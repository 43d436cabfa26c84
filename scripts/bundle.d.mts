export function bundleServer(
  entryPoints: Readonly<Record<string, string>>,
  outdir: string,
): Promise<{ file: string; entryPoint: string }[]>
