import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { adoptBuild, lockBuilds, moveBuild, removeUnusedBuilds } from './build-folders'
import { nextProgram } from './next-program'
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
