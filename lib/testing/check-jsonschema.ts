import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureProgram } from './ensure-program'

/** With what it needs, so that no later version of that fails a test. */
const packages = [
  'check-jsonschema==0.39.0',
  'attrs==26.1.0',
  'certifi==2026.10.19.post1',
  'charset-normalizer==3.5.3',
  'click==8.5.1',
  'idna==3.20',
  'jsonschema==4.26.0',
  'jsonschema-specifications==2025.9.1',
  'referencing==0.37.0',
  'regress==2026.9.1',
  'requests==2.34.2',
  'rpds-py==2026.9.1',
  'ruamel.yaml==0.19.1',
  'typing_extensions==4.16.0',
  'urllib3==2.8.0',
]

const folder = path.resolve('node_modules/.cache/check-jsonschema')
const program = path.join(folder, 'bin', 'check-jsonschema')

const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: 'utf8' })

/**
 * The command check-jsonschema, which brings the schemas that CI systems publish. It is installed from PyPI where this
 * version is not there yet; throws with what pip says where that is not possible.
 */
export function ensureCheckJsonschema(): string {
  const version = packages[0]?.split('==')[1] ?? ''
  if (run(program, '--version').stdout?.includes(version)) return program
  const advice = 'The tests of what CI systems read need Python 3.10 or later with venv: install it.'
  const findPython = () => (run('python3', '-c', 'import ensurepip, venv').status === 0 ? 'python3' : undefined)
  const python = ensureProgram(findPython, 'python3-venv', advice)
  for (const [command, ...args] of [
    [python, '-m', 'venv', '--clear', folder],
    [path.join(folder, 'bin', 'pip'), 'install', '--quiet', '--no-deps', ...packages],
  ] as const) {
    const { status, stderr } = run(command, ...args)
    if (status !== 0) throw new Error(`${advice} ${stderr}`)
  }
  return program
}
