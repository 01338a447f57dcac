export function pickFreePort(): Promise<number>
