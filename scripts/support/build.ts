import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import lockfile from 'proper-lockfile'
import { isAlive } from '@/lib/core/is-alive'
import { nextProgram } from './next-program'
import { packFiles } from './pack-files'
import { projectRoot } from './project-root'

const sources = [
  'app',
  'components',
  'lib',
  'public',
  'instrumentation.ts',
  'instrumentation-node.ts',
  'proxy.ts',
  'next.config.mjs',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
]

/**
 * Builds the production server unless there is a build of just these sources, and makes it the one that this process
 * and its children serve. Of several processes one builds, and the others wait for it; what others serve meanwhile stays
 * as it is. Returns whether it built. Aborting `stop` ends the build.
 */
export async function ensureBuild(stop?: AbortSignal): Promise<boolean> {
  if (await adoptBuild(await currentBuild())) return false
  const unlock = await lockBuilds()
  try {
    for (let built = false; ; built = true) {
      const folder = await currentBuild()
      if (await adoptBuild(folder)) return built
      await runNextBuild(stop)
      await packFiles(inProject('.next', 'static'))
      // The sources may have changed while they were read.
      if (folder !== (await currentBuild())) continue
      await moveBuild(folder)
      await adoptBuild(folder)
      await removeUnusedBuilds()
      return true
    }
  } finally {
    await unlock()
  }
}

async function currentBuild(): Promise<string> {
  return `.next-${(await fingerprintOf(sources)).slice(0, 16)}`
}

async function fingerprintOf(entries: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(process.version)
  for (const entry of entries) {
    for (const file of await filesUnder(entry)) hash.update(file).update(await readFile(path.join(projectRoot, file)))
  }
  return hash.digest('hex')
}

async function filesUnder(entry: string): Promise<string[]> {
  const children = await readdir(path.join(projectRoot, entry), { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTDIR') return null
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  if (children === null) return [entry]
  return children
    .filter((child) => child.isFile() && !/\.test\.tsx?$/.test(child.name))
    .map((child) => path.relative(projectRoot, path.join(child.parentPath, child.name)))
    .sort()
}

async function runNextBuild(stop?: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, nextProgram('build'), {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', LEADLINE_BUILD: '' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    signal: stop,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The production build failed:\n${output}`)
}

/** What Next keeps in its folder from one build to the next, and for the development server. */
const keptByNext = new Set(['cache', 'dev', 'diagnostics', 'lock', 'types'])
const userPrefix = 'used-by-'
const inProject = (...names: string[]) => path.join(projectRoot, ...names)

/** Waits until no other process builds in this checkout. The lock of one that is killed is free after ten seconds. */
async function lockBuilds(): Promise<() => Promise<void>> {
  return lockfile.lock(projectRoot, {
    lockfilePath: inProject('.next-lock'),
    stale: 10_000,
    update: 2_000,
    retries: { forever: true, minTimeout: 100, maxTimeout: 1_000 },
    onCompromised: () => undefined,
  })
}

/** Makes this process and its children serve the build in `folder`, which then stays. False when there is none. */
async function adoptBuild(folder: string): Promise<boolean> {
  if (!existsSync(inProject(folder))) return false
  process.env.LEADLINE_BUILD = folder
  // A checkout that cannot be written to loses no build either.
  await writeFile(inProject(folder, `${userPrefix}${process.pid}`), '').catch(() => undefined)
  return true
}

/**
 * Moves what Next has just built to `folder`, complete or not at all. It has to lie as deep as `.next` does: links in it
 * are relative.
 */
async function moveBuild(folder: string): Promise<void> {
  const unfinished = inProject(`${folder}.new`)
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished)
  for (const name of await readdir(inProject('.next'))) {
    if (!keptByNext.has(name)) await rename(inProject('.next', name), path.join(unfinished, name))
  }
  await rename(unfinished, inProject(folder))
}

/** Removes the builds that no living process uses. */
async function removeUnusedBuilds(): Promise<void> {
  for (const folder of await readdir(projectRoot)) {
    if (!/^\.next-[0-9a-f]{16}(\.new)?$/.test(folder)) continue
    const names = await readdir(inProject(folder))
    const users = names
      .filter((name) => name.startsWith(userPrefix))
      .map((name) => Number(name.slice(userPrefix.length)))
    if (!users.some(isAlive)) await rm(inProject(folder), { recursive: true, force: true })
  }
}
