import type { Plugin } from 'vite'
import type { Catalogue } from '../../src/words/language.ts'

export function compileWords(): Plugin
export function writeModule(name: string, texts: Catalogue): string
