import type { AtRule, Plugin } from 'postcss'

/** No element has this id: `:not(#_)` matches every element and has the specificity of an id. */
const weight = ':not(#_)'

/**
 * A PostCSS plugin that gives the product's rules a higher specificity than the component library's, in any order of
 * the files. Cascade layers would be simpler, but each stylesheet with a layer makes Chromium discard its fonts and
 * relayout all text, which blocks a page on a slow phone for a third of a second.
 * @param isOwn whether a file belongs to the product
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
