import type { Plugin } from 'postcss'

export function ownStylesWin(isOwn: (file: string) => boolean): Plugin
