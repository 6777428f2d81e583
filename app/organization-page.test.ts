import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Pages that read nothing, and one that waits for a host: it must not keep others from their turn meanwhile. */
const withoutTurn = [
  '(app)/[org]/page.tsx',
  '(app)/[org]/settings/page.tsx',
  '(app)/[org]/settings/plan/page.tsx',
  '(app)/[org]/settings/repositories/choose/[connection]/page.tsx',
]

const app = fileURLToPath(new URL('.', import.meta.url))

const files = ['(app)/[org]', '(wall)/[org]'].flatMap((folder) =>
  readdirSync(join(app, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
)
const textOf = (file: string) => readFileSync(join(app, file), 'utf8')
const pages = files.filter((file) => file.endsWith('/page.tsx'))
const versions = files.filter((file) => file.endsWith('/version/route.ts'))

test.each(pages.filter((file) => !withoutTurn.includes(file)))('%s waits for its turn', (file) => {
  expect(textOf(file)).toContain('export default organizationPage(')
})

test.each(pages)('%s reads no title outside of the turn of its page', (file) => {
  expect(textOf(file)).not.toMatch(/function generateMetadata[^}]*\bload\(/)
})

/** It takes a turn of its own within a time limit. */
const sections = files.filter((file) => file.endsWith('.tsx') && !file.endsWith('/coverage-section.tsx'))

test.each(sections)('%s has no part that reads outside of a turn', (file) => {
  expect(textOf(file)).not.toMatch(/export async function [A-Z]/)
})

test.each(versions)('%s waits for its turn', (file) => {
  expect(textOf(file)).toContain('export const GET = versionRoute(')
})

test('there are pages and versions to look at', () => {
  expect(pages).toEqual(expect.arrayContaining(withoutTurn))
  expect(versions).toHaveLength(4)
})
