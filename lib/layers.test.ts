import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { groupBy } from './core/listed'

/** The groups of `lib`, foundations first; each may import those before it. */
const layers = [
  'generated',
  'core',
  'time',
  'db',
  'http',
  'accounts',
  'web',
  'deployments',
  'pull-requests',
  'sources',
  'insights',
  'risk',
  'summaries',
  'notifications',
  'monitoring',
  'questions',
  'mcp',
  'demo',
]

type Import = { target: string; isType: boolean }

const sources = ['lib', 'components']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^lib\/generated\//.test(file))
const importsOf = new Map(sources.map((file) => [file, readImports(file)]))

function readImports(file: string): Import[] {
  const statements = readFileSync(file, 'utf8').matchAll(/^(import type|import|export)\b[^'"]*?from '([^']+)'/gm)
  return [...statements].map(([, kind, specifier = '']) => ({
    target: resolve(file, specifier),
    isType: kind === 'import type',
  }))
}

/** A file of ours, or the name of a package. */
function resolve(file: string, specifier: string): string {
  if (!specifier.startsWith('.') && !specifier.startsWith('@/')) return specifier
  const path = specifier.startsWith('.') ? join(dirname(file), specifier) : specifier.slice(2)
  return [`${path}.ts`, `${path}.tsx`].find((name) => sources.includes(name)) ?? path
}

function layerOf(path: string): number {
  return path.startsWith('lib/') ? layers.indexOf(path.split('/')[1] ?? '') : -1
}

describe('the groups of lib', () => {
  const files = sources.filter((file) => file.startsWith('lib/') && !file.startsWith('lib/testing/'))

  it('are all in the list', () => {
    expect(files.filter((file) => layerOf(file) < 0)).toEqual([])
  })

  it('import only what is below them', () => {
    const upwards = files.flatMap((file) =>
      (importsOf.get(file) ?? [])
        .filter(({ target }) => layerOf(target) > layerOf(file))
        .map(({ target }) => `${file} imports ${target}`),
    )
    expect(upwards).toEqual([])
  })
})

describe('what the parts of a server share', () => {
  it('has a name that no other file uses', () => {
    const names = sources.flatMap((file) => {
      const found = readFileSync(file, 'utf8').matchAll(/\bleadline[A-Z]\w*(?=\?:)/g)
      return [...new Set([...found].map(([name]) => name))].map((name) => ({ name, file }))
    })
    const files = groupBy(names, ({ name }) => name)
    expect(files.size).toBeGreaterThan(40)
    expect([...files.values()].filter((users) => users.length > 1)).toEqual([])
  })
})

describe('components', () => {
  it('reach neither database nor file system nor network, directly or through others', () => {
    const components = sources.filter((file) => file.startsWith('components/'))
    expect(components.flatMap((file) => pathsToServer(file))).toEqual([])
  })
})

/** The first way from a file to something that only a server has. */
function pathsToServer(start: string): string[] {
  const ways = new Map([[start, start]])
  for (const [file, way] of ways) {
    for (const { target, isType } of importsOf.get(file) ?? []) {
      if (isType || ways.has(target)) continue
      if (isServerOnly(target)) return [`${way} > ${target}`]
      ways.set(target, `${way} > ${target}`)
    }
  }
  return []
}

function isServerOnly(target: string): boolean {
  return target.startsWith('node:') || target === 'pg' || /^lib\/(db|generated\/prisma\/client)/.test(target)
}
