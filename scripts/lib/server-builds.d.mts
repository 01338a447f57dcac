export function switchServer(
  folder: string,
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<void>
