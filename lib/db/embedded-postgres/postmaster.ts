import { link, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cluster } from './cluster'
import { findFreePort, isPortFree } from './port'
import { run } from './run'

type Lock = { pid: number; port: number; text: string }

/** The port of the server that Postgres' own lock file names, whether or not it is still alive. */
export async function lockedPort(cluster: Cluster): Promise<number | undefined> {
  return (await readLock(cluster))?.port
}

/**
 * Tries once to start the server and waits until it accepts connections. False when it did not start, perhaps because
 * another process is starting or stopping it just now. Without `port` it takes the one of its last run, if that is free.
 */
export async function tryToStart(cluster: Cluster, port?: number): Promise<boolean> {
  const chosen = port ?? (await usualPort(cluster))
  const { code } = await pgCtl(cluster, 'start', '-l', cluster.log, '-o', `-p ${chosen}`)
  if (code === 0) return true
  await removeForeignLock(cluster)
  return false
}

export async function stop(cluster: Cluster): Promise<void> {
  await pgCtl(cluster, 'stop', '-m', 'fast')
}

/** The last lines of the server's own log, for error messages. */
export async function logTail(cluster: Cluster): Promise<string> {
  const log = await readFile(cluster.log, 'utf8').catch(() => '')
  return log.trimEnd().split('\n').slice(-6).join('\n')
}

function pgCtl(cluster: Cluster, command: string, ...args: string[]) {
  return run(cluster.binaries.pgCtl, [command, '-w', '-D', cluster.data, ...args], cluster.account)
}

async function usualPort(cluster: Cluster): Promise<number> {
  const lastCommandLine = await readFile(join(cluster.data, 'postmaster.opts'), 'utf8').catch(() => '')
  const port = Number(/"-p" "(\d+)"/.exec(lastCommandLine)?.[1])
  return port && (await isPortFree(port)) ? port : findFreePort()
}

async function readLock(cluster: Cluster): Promise<Lock | undefined> {
  const text = await readFile(lockPath(cluster), 'utf8').catch(() => '')
  return parseLock(text)
}

function parseLock(text: string): Lock | undefined {
  const lines = text.split('\n')
  const pid = Number(lines[0])
  const port = Number(lines[3])
  return pid && port ? { pid, port, text } : undefined
}

function lockPath(cluster: Cluster): string {
  return join(cluster.data, 'postmaster.pid')
}

/**
 * Postgres takes its lock file for valid while any process of its account has the pid in it: after a crash that may be
 * a stranger, or a dead process that was not reaped. Should a server of these files live on without the lock
 * file, the shared memory it holds still keeps a second one away.
 */
async function removeForeignLock(cluster: Cluster): Promise<void> {
  const lock = await readLock(cluster)
  if (!lock || (await isServerOf(cluster, lock.pid))) return
  const aside = `${lockPath(cluster)}.${process.pid}`
  try {
    await rename(lockPath(cluster), aside)
    const taken = await readFile(aside, 'utf8')
    if (taken !== lock.text) await link(aside, lockPath(cluster))
    await rm(aside)
  } catch {
    // Another process was faster.
  }
}

async function isServerOf(cluster: Cluster, pid: number): Promise<boolean> {
  if (process.platform === 'win32') return true
  const commandLine =
    process.platform === 'linux'
      ? (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
      : (await run('ps', ['-o', 'command=', '-p', String(pid)])).output
  return commandLine.includes(`-D ${cluster.data}`)
}
