import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
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
const stamp = path.join(projectRoot, '.next', 'leadline-sources')

/** Builds the production server unless there is a build of just these sources. Returns whether it built. */
export async function ensureBuild(): Promise<boolean> {
  const fingerprint = await fingerprintOf(sources)
  if ((await readFile(stamp, 'utf8').catch(() => '')) === fingerprint) return false
  await runNextBuild()
  await writeFile(stamp, fingerprint)
  return true
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

async function runNextBuild(): Promise<void> {
  const child = spawn(process.execPath, [path.join(projectRoot, 'node_modules/next/dist/bin/next'), 'build'], {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw new Error(`The production build failed:\n${output}`)
}
