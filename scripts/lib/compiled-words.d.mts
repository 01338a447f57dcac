import type { Plugin } from 'vite'
import type { Catalogue } from '../../src/words/catalogue.ts'

export function compileWords(): Plugin
export function writeModule(name: string, texts: Catalogue): string
