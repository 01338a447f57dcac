/** The optional packages that some package of a lock file wants and that the file does not hold. */
export function missingOptionalPackages(lock: {
  packages: Record<string, { optionalDependencies?: Record<string, string>; dev?: boolean }>
}): { name: string; version: string; dev: boolean }[]
