import { Command } from 'commander'
import { createColors } from 'picocolors'
import { examine } from '@/lib/monitoring/doctor/examine'
import type { Finding } from '@/lib/monitoring/doctor/finding'
import { fields, printResult } from '../output'

const { green, red, yellow } = createColors(process.stdout.isTTY === true)
const painted = { ok: green('ok'), warning: yellow('warning'), wrong: red('wrong') }

/** `leadline doctor` */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Look at settings, database, Redis, clock, disk, keys, hosts and workers: what is wrong, what to do.')
    .option('--json', 'print {"ok", "findings": [{"check", "state", "found", "todo"}]}')
    .addHelpText('after', '\nChanges nothing, and prints no secret. Exit code 1 when something is wrong.')
    .action(async ({ json = false }: { json?: boolean }) => {
      const findings = await examine()
      const healthy = findings.every(({ state }) => state !== 'wrong')
      printResult({ ok: healthy, findings }, json, () => fields(findings.flatMap(linesOf)))
      if (!healthy) process.exitCode = 1
    })
}

function linesOf({ check, state, found, todo }: Finding): [string, string][] {
  const finding: [string, string] = [check, `${painted[state]}: ${found}`]
  return todo === null ? [finding] : [finding, ['', todo]]
}
