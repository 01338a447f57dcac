/** A prerendered page that is painted first and started then. */
export function makePaintFirst(html: string, readStyles: (path: string) => string): Promise<string>

/** A prerendered page that is never started: it stands alone. */
export function makeStandAlone(html: string, readStyles: (path: string) => string): Promise<string>
