import { spawn } from 'node:child_process'

export type Run = { code: number | null; stdout: string; stderr: string }
export type Variables = Record<string, string>

/** Runs a script as a CI runner would: in its folder, in a process group of its own, with these variables alone. */
export async function runShell(shell: readonly string[], script: string, cwd: string, env: Variables): Promise<Run> {
  const [program = 'sh', ...options] = shell
  const child = spawn(program, [...options, '-c', script], {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', HOME: cwd, ...env } as unknown as NodeJS.ProcessEnv,
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (output.stdout += chunk))
  child.stderr.on('data', (chunk) => (output.stderr += chunk))
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  return { code, ...output }
}
