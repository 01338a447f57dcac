export function bundleServer(folder: string, files?: string[]): Promise<void>
