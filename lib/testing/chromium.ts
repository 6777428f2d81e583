import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { ensureProgram } from './ensure-program'

const advice = 'The tests need a browser: run `npx playwright install chromium`, or install Chromium or Chrome.'

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Path of a Chromium: Playwright's own when it was downloaded, else one of the system. */
export function findChromium(): string | undefined {
  const own = chromium.executablePath()
  if (existsSync(own)) return own
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return systemNames
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => existsSync(file) && spawnSync(file, ['--version', '--no-sandbox']).status === 0)
}

/** Makes sure that there is a browser. Throws a text that says what to install otherwise. */
export function ensureChromium(): void {
  if (findChromium() !== undefined) return
  if (spawnSync('npx', ['playwright', 'install', 'chromium'], { timeout: 300_000 }).status === 0) return
  ensureProgram(findChromium, 'chromium', advice)
}
