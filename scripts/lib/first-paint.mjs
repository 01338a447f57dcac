// Makes a prerendered page show itself before anything else is fetched: the styles in use stand in its HTML, and all
// scripts are asked for once it has been painted. On a slow phone nothing then competes with what is to be read.
import Beasties from 'beasties'
import { startPage } from './page-start.mjs'

/** The colour scheme is chosen in the browser: while styles are picked, the page counts as having both. */
const scheme = /\[data-mantine-color-scheme=['"]?(light|dark)['"]?\]/g
const ofBothSchemes = '<html data-scheme-light data-scheme-dark '
const eitherScheme = /\[data-scheme-(light|dark)\]/g

const linkedSheet = /<link rel="stylesheet" href="([^"#]+)/g
const fontFace = /@font-face\s*\{[^}]*\}/g
/** Rules for what a page shows that name no class: which elements they mean is not looked up. */
const alwaysInUse = [/^:root/, /^:where\(/]

/** What the router writes to start a page: imports that would load at once. Their content is the router's business. */
const startScript = /<script type="module" async="">([\s\S]*?)<\/script>/g

/**
 * A prerendered page that is painted first and started then. Every element that React rendered stays, so that it
 * hydrates as before.
 * @param {string} html the page as the web build wrote it
 * @param {(path: string) => string} readStyles the text of a stylesheet that the page links
 * @returns {Promise<string>}
 * @throws {Error} when the page has no script that starts it, or several
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
 * A prerendered page that is never started: it stands alone, without anything that would have to be fetched. Only the
 * script that picks the colour scheme stays.
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

/** The stylesheets that a page links, by their paths, in its order. */
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

/** Such a sheet stands in the page whole. Applied once more, it would make the browser set all text again. */
function hasOnlyFonts(sheet) {
  return sheet !== '' && sheet.replaceAll(fontFace, '').trim() === ''
}

/**
 * Most of the theme's variables colour what the page does not show. One that only an unused one needs goes in the next
 * round.
 */
function dropUnusedVariables(styles, html) {
  const used = new Set([...`${styles}${html}`.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name))
  const fewer = styles.replace(/(--[\w-]+):[^;{}]*(;|(?=\}))/g, (all, name) => (used.has(name) ? all : ''))
  return fewer === styles ? styles : dropUnusedVariables(fewer, html)
}

/**
 * The router's script as text that does not run, and page-start.mjs, which runs it later. Its text is the same, so the
 * page's policy lets it.
 */
function startAfterPaint(code, preloads) {
  return `<script type="text/plain">${code}</script><script>(${startPage})(${JSON.stringify(preloads)})</script>`
}
