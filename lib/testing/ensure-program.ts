import { spawnSync } from 'node:child_process'

/**
 * Returns what `find` finds, after installing the Debian package that brings it when it finds nothing. Throws a text
 * that says what to install where that is not possible: without root, or without apt-get.
 */
export function ensureProgram<T>(find: () => T | undefined, debianPackage: string, advice: string): T {
  const found = find()
  if (found !== undefined) return found
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) throw new Error(advice)
  const aptGet = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...args], { encoding: 'utf8' })
  aptGet('update')
  const { stderr } = aptGet('install', '-y', '--no-install-recommends', debianPackage)
  const installed = find()
  if (installed === undefined) throw new Error(`${advice} apt-get could not: ${stderr}`)
  return installed
}

/** Makes sure that there is a git. */
export function ensureGit(): void {
  const find = () => (spawnSync('git', ['--version']).status === 0 ? 'git' : undefined)
  ensureProgram(find, 'git', 'The tests need git: install it.')
}
