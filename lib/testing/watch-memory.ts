import { readFile } from 'node:fs/promises'

const sampleEveryMs = 20

/** `finish` returns by how many MB the process was larger at its largest than now; null where /proc does not say. */
export async function watchMemory(pid: number): Promise<{ finish: () => Promise<number | null> }> {
  const before = await residentMegabytes(pid)
  let largest = before
  const sample = async () => {
    const now = await residentMegabytes(pid)
    if (now !== null && largest !== null) largest = Math.max(largest, now)
  }
  const timer = setInterval(sample, sampleEveryMs)
  const finish = async () => {
    clearInterval(timer)
    await sample()
    return before === null || largest === null ? null : Math.round(largest - before)
  }
  return { finish }
}

async function residentMegabytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  return kibibytes === undefined ? null : (Number(kibibytes) * 1024) / 1_000_000
}
