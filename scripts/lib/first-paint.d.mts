/** A prerendered page that is painted first and started then. */
export function paintedFirst(html: string, readStyles: (path: string) => string): Promise<string>

/** A prerendered page that is never started: it stands alone. */
export function standingAlone(html: string, readStyles: (path: string) => string): Promise<string>
