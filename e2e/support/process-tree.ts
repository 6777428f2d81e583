import { readdir, readFile } from 'node:fs/promises'

/** One process. Another that gets its id later began at another time, which is in ticks since the machine did. */
export type Process = { pid: number; parent: number; startedAt: string; command: string }

/** The process, unless it ended. One that only waits to be collected has. */
export async function findProcess(pid: number): Promise<Process | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [state, parent, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (state === undefined || state === '' || state === 'Z' || state === 'X') return undefined
  const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ').trim()
  return { pid, parent: Number(parent), startedAt: fields[17] ?? '', command }
}

/** The process and all below it, parents before their children. */
export async function processTree(pid: number): Promise<Process[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const all = (await Promise.all(ids.map(findProcess))).flatMap((one) => one ?? [])
  const below = (parent: number): Process[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)])
  return [...all.filter((one) => one.pid === pid), ...below(pid)]
}

/** Those that still run. */
export async function stillRunning(processes: readonly Process[]): Promise<Process[]> {
  const now = await Promise.all(processes.map(({ pid }) => findProcess(pid)))
  return processes.filter(({ startedAt }, index) => now[index]?.startedAt === startedAt)
}
