import type { Browser, Page } from '@playwright/test'

export function takeLandingPictures(executablePath: string): Promise<void>
export function showPictures(
  browser: Browser,
  origin: string,
  tag?: string,
): AsyncGenerator<{ name: string; page: Page }>
export function seeTexts(page: Page): Promise<string[]>
