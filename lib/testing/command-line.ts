import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

const program = fileURLToPath(new URL('../../cli/leadline.mjs', import.meta.url))

export type Run = { code: number; stdout: string; stderr: string }

/** Runs the command line in another folder than that of the project, and waits for its end. */
export function leadline(...args: string[]): Promise<Run> {
  return leadlineReading('', ...args)
}

/** The same with something on standard input. */
export function leadlineReading(input: string, ...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args], { cwd: tmpdir() }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
    child.stdin?.end(input)
  })
}

/** What a command that must succeed prints with `--json`. */
export async function leadlineJson(...args: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await leadline(...args, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}
