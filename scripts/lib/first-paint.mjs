// Makes a prerendered page paint before it loads other files: its HTML contains the used styles, and its scripts are
// loaded after the first paint. On a slow phone, the text then appears without waiting for scripts.
import Beasties from 'beasties'
import { startPage } from './page-start.mjs'

/** The browser chooses the colour scheme, so the used styles are picked for both. */
const scheme = /\[data-mantine-color-scheme=['"]?(light|dark)['"]?\]/g
const ofBothSchemes = '<html data-scheme-light data-scheme-dark '
const eitherScheme = /\[data-scheme-(light|dark)\]/g

const linkedSheet = /<link rel="stylesheet" href="([^"#]+)/g
const fontFace = /@font-face\s*\{[^}]*\}/g
/** Rules without a class in their selector; they are always included. */
const alwaysInUse = [/^:root/, /^:where\(/]

/** The start script of the router, whose imports would load immediately. */
const startScript = /<script type="module" async="">([\s\S]*?)<\/script>/g

/**
 * Makes a prerendered page paint before it loads its scripts. It keeps every element that React rendered, so that
 * hydration still works.
 * @param {string} html the page as the web build wrote it
 * @param {(path: string) => string} readStyles the text of a stylesheet that the page links
 * @returns {Promise<string>}
 * @throws {Error} if the page doesn't have exactly one start script
 */
export async function makePaintFirst(html, readStyles) {
  if (html.match(startScript)?.length !== 1)
    throw new Error('A prerendered page is not started by one script.')
  const sheets = readLinkedSheets(html, readStyles)
  const fonts = [...sheets.values()].flatMap((sheet) => sheet.match(fontFace) ?? [])
  const inUse = fonts.join('') + (await pickStylesInUse(html, sheets))
  const preloads = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, path]) => path)
  return html
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    .replaceAll(linkedSheet, (link, path) =>
      link.replace('<link', `<link media="${hasOnlyFonts(sheets.get(path)) ? 'not all' : 'print'}"`),
    )
    .replace(
      /<link media="[^"]+" rel="stylesheet"/,
      (link) => `<style nonce="__STYLE_NONCE__">${inUse}</style>${link}`,
    )
    .replace(startScript, (_, code) => startAfterPaint(code, preloads))
}

/**
 * Makes a prerendered page that loads no other files. It keeps only the script that picks the colour scheme, so the
 * page never starts.
 * @param {string} html the page as the web build wrote it
 * @param {(path: string) => string} readStyles the text of a stylesheet that the page links
 * @returns {Promise<string>}
 */
export async function makeStandAlone(html, readStyles) {
  const inUse = await pickStylesInUse(html, readLinkedSheets(html, readStyles))
  return html
    .replaceAll(/<link rel="(modulepreload|preload|stylesheet)"[^>]*>/g, '')
    .replaceAll(/<script(?! data-mantine-script)\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace('</head>', () => `<style nonce="__STYLE_NONCE__">${inUse}</style></head>`)
}

/** The linked stylesheets of a page by path, in the order of the page. */
function readLinkedSheets(html, readStyles) {
  const paths = [...html.matchAll(linkedSheet)].map(([, path]) => path)
  return new Map(paths.map((path) => [path, readStyles(path)]))
}

async function pickStylesInUse(html, sheets) {
  const styles = [...sheets.values()].join('\n').replaceAll(scheme, '[data-scheme-$1]')
  const markup = html
    .replaceAll(/<(style|script)\b[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<link\b[^>]*>/g, '')
    .replace('<html ', ofBothSchemes)
    .replace('</head>', () => `<style>${styles}</style></head>`)
  const beasties = new Beasties({
    logLevel: 'silent',
    allowRules: alwaysInUse,
  })
  const picked = await beasties.process(markup)
  const inUse = picked.match(/<style>([\s\S]*?)<\/style>/)?.[1]
  if (!inUse) throw new Error('A prerendered page seems to use no styles.')
  return dropUnusedVariables(inUse, html).replaceAll(eitherScheme, '[data-mantine-color-scheme=$1]')
}

/** Whether a stylesheet contains only fonts. The page includes all of it; applying it again would relayout all text. */
function hasOnlyFonts(sheet) {
  return sheet !== '' && sheet.replaceAll(fontFace, '').trim() === ''
}

/**
 * Removes the theme's variables that the page doesn't use, which are most of them. Repeats until no variable is unused,
 * because removed variables may have used others.
 */
function dropUnusedVariables(styles, html) {
  const used = new Set([...`${styles}${html}`.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name))
  const fewer = styles.replace(/(--[\w-]+):[^;{}]*(;|(?=\}))/g, (all, name) => (used.has(name) ? all : ''))
  return fewer === styles ? styles : dropUnusedVariables(fewer, html)
}

/**
 * Makes the router's script inert text and adds page-start.mjs, which runs it later. The text is unchanged, so the
 * page's content security policy still allows it.
 */
function startAfterPaint(code, preloads) {
  return `<script type="text/plain">${code}</script><script>(${startPage})(${JSON.stringify(preloads)})</script>`
}
