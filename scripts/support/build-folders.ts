import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import lockfile from 'proper-lockfile'
import { isAlive } from '@/lib/core/is-alive'
import { projectRoot } from './project-root'

/** What Next keeps in its folder from one build to the next, and for the development server. */
const keptByNext = new Set(['cache', 'dev', 'diagnostics', 'lock', 'types'])
const userPrefix = 'used-by-'
const inProject = (...names: string[]) => path.join(projectRoot, ...names)

/** Waits until no other process builds in this checkout. The lock of one that is killed is free after ten seconds. */
export async function lockBuilds(): Promise<() => Promise<void>> {
  return lockfile.lock(projectRoot, {
    lockfilePath: inProject('.next-lock'),
    stale: 10_000,
    update: 2_000,
    retries: { forever: true, minTimeout: 100, maxTimeout: 1_000 },
    onCompromised: () => undefined,
  })
}

/** Makes this process and its children serve the build in `folder`, which then stays. False when there is none. */
export async function adoptBuild(folder: string): Promise<boolean> {
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
export async function moveBuild(folder: string): Promise<void> {
  const unfinished = inProject(`${folder}.new`)
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished)
  for (const name of await readdir(inProject('.next'))) {
    if (!keptByNext.has(name)) await rename(inProject('.next', name), path.join(unfinished, name))
  }
  await rename(unfinished, inProject(folder))
}

/** Removes the builds that no living process uses. */
export async function removeUnusedBuilds(): Promise<void> {
  for (const folder of await readdir(projectRoot)) {
    if (!/^\.next-[0-9a-f]{16}(\.new)?$/.test(folder)) continue
    const names = await readdir(inProject(folder))
    const users = names
      .filter((name) => name.startsWith(userPrefix))
      .map((name) => Number(name.slice(userPrefix.length)))
    if (!users.some(isAlive)) await rm(inProject(folder), { recursive: true, force: true })
  }
}
