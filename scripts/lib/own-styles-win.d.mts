import type { Plugin } from 'postcss'

export function makeOwnStylesWin(isOwn: (file: string) => boolean): Plugin
