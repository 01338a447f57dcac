import type { AtRule, Plugin } from 'postcss'

/** An id that no element has: `:not(#_)` matches everything and weighs as much as an id. */
const weight = ':not(#_)'

/**
 * A PostCSS plugin that lets every rule of our own outweigh every rule of the component library, whichever file arrives
 * first. Cascade layers would say the same in a word, but each stylesheet with a layer in it makes Chromium forget its
 * fonts and set all text again, which on a slow phone blocks a page for a third of a second.
 * @param isOwn whether a rule of this file is ours
 */
export function makeOwnStylesWin(isOwn: (file: string) => boolean): Plugin {
  return {
    postcssPlugin: 'own-styles-win',
    OnceExit(root) {
      root.walkRules((rule) => {
        const frames = rule.parent?.type === 'atrule' && /keyframes$/.test((rule.parent as AtRule).name)
        const nested = rule.parent?.type === 'rule'
        if (frames || nested || !isOwn(rule.source?.input.file ?? '')) return
        rule.selectors = rule.selectors.map((selector) =>
          selector.replace(/^(.*?)(::[\w-]+(\(.*\))?(:[\w-]+)*)?$/s, `$1${weight}$2`),
        )
      })
    },
  }
}
