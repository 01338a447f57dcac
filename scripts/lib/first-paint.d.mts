/** Makes a prerendered page paint before it loads its scripts. */
export function makePaintFirst(html: string, readStyles: (path: string) => string): Promise<string>

/** Makes a prerendered page without scripts and without external files. */
export function makeStandAlone(html: string, readStyles: (path: string) => string): Promise<string>
