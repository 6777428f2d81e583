import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '@/scripts/support/project-root'

const folder = path.join(projectRoot, 'app')

/** Addresses of all pages, as their folders spell them: `/[org]/deployments/[id]`. */
export function listPages(): string[] {
  return filesNamed(/^page\.tsx$/)
    .map(addressOf)
    .sort()
}

/** Addresses of all route handlers. */
export function listRoutes(): string[] {
  return filesNamed(/^route\.tsx?$/)
    .map(addressOf)
    .sort()
}

export type ServerAction = { file: string; name: string }

/** All functions that browsers can call by name: what the files that begin with 'use server' export. */
export function listActions(): ServerAction[] {
  return filesNamed(/\.tsx?$/).flatMap((file) => {
    const source = readFileSync(path.join(folder, file), 'utf8')
    if (!/^['"]use server['"]/.test(source)) return []
    const exported = source.matchAll(/^export (?:const|async function) (\w+)/gm)
    return [...exported].map(([, name = '']) => ({ file: path.posix.join('app', file), name }))
  })
}

/** Files of the application that hold actions where `listActions` does not look for them. */
export function listInlineActions(): string[] {
  return filesNamed(/\.tsx?$/).filter((file) =>
    /^[ \t]+['"]use server['"]/m.test(readFileSync(path.join(folder, file), 'utf8')),
  )
}

function filesNamed(pattern: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => pattern.test(path.posix.basename(file)))
}

function addressOf(file: string): string {
  const parts = path.posix.dirname(file).split('/')
  return `/${parts.filter((part) => part !== '.' && !/^\(.*\)$/.test(part)).join('/')}`
}
