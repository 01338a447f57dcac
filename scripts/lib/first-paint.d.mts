/** A prerendered page that is painted first and started then. */
export function paintedFirst(html: string, readStyles: (path: string) => string): Promise<string>
