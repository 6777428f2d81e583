import { Command, InvalidArgumentError } from 'commander'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { AppError } from '@/lib/core/errors'
import { askRisk, type RiskAnswer } from '@/lib/risk/score/ask'
import { reasonTexts } from '@/lib/risk/score/reasons'
import { refreshRisk } from '@/lib/risk/score/refresh'
import { riskText, testText } from '@/lib/risk/score/words'
import { filled } from '../options'
import { fields, printResult } from '../output'
import { withMigratedDatabase } from '../with-database'

/** Not 1, which stands for a failure: an unreachable database must not pass for a warning. */
const warnsExitCode = 3

const help = `
Name what is to be deployed by --head, from --base or from what is live on; or
by --pr, once for each pull request. A model is fitted first where that is due.
Without a score, for too little history or one that is no better than the share
that fails anyway, nothing is warned of.
Exit codes: 0 no warning, or no score; ${warnsExitCode} the score is at the mark of the model, or
at --fail-above, or higher; 1 failed (an unknown service or commit among
others), 2 the command was not understood.`

type Options = {
  org: string
  service: string
  head?: string
  base?: string
  pr?: number[]
  repository?: string
  failAbove?: number
  json?: boolean
}

/** `leadline risk` */
export function riskCommand(): Command {
  return new Command('risk')
    .description('Tell how likely a deployment is to fail, before it is made, with reasons.')
    .requiredOption('--org <slug>', 'slug of the organization')
    .requiredOption('--service <name>', 'service to deploy, as its events call it', filled)
    .option('--head <sha>', 'commit to deploy', filled)
    .option('--base <sha>', 'commit from which on changes count', filled)
    .option('--pr <number>', 'pull request to deploy, in place of commits', collectNumbers)
    .option('--repository <name>', 'where the pull requests are, if not where the service is', filled)
    .option('--fail-above <share>', 'warn from this score on, such as 0.3, in place of the mark', parseShare)
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', help)
    .action(async ({ org, failAbove, json = false, ...given }: Options, command: Command) => {
      if ((given.head === undefined) === (given.pr === undefined)) command.error('error: give either --head or --pr')
      if (given.pr && given.base !== undefined) command.error('error: --base goes with --head')
      await withMigratedDatabase(async () => {
        const organization = await findOrganization(org)
        const now = new Date()
        if (!mayUse(organization, 'signals', now)) {
          throw new AppError('forbidden', 'The plan of this organization does not include risk signals')
        }
        await refreshRisk(organization.id, now)
        const { service, head: headSha, base: baseSha, pr: pullRequests, repository } = given
        const answer = await askRisk(organization, { service, headSha, baseSha, pullRequests, repository }, now)
        const warns = answer.score !== null && (failAbove === undefined ? answer.warns : answer.score >= failAbove)
        const { score, why, reasons, model } = answer
        const { raised, lowered } = reasonTexts(reasons)
        const mark = failAbove ?? model?.mark ?? null
        const result = {
          service: answer.service,
          score,
          why,
          warns,
          mark: score === null ? null : mark,
          raised,
          lowered,
        }
        printResult(result, json, () => riskLines(answer, warns, mark))
        if (warns) process.exitCode = warnsExitCode
      })
    })
}

function riskLines({ service, score, why, reasons, model }: RiskAnswer, warns: boolean, mark: number | null): string {
  if (score === null || mark === null) return why ?? ''
  const { raised, lowered } = reasonTexts(reasons)
  const verdict = `${riskText(score)} likely to fail; ${warns ? 'at or above' : 'below'} the mark of ${riskText(mark)}`
  return fields([
    ['Service', service],
    ['Risk', verdict],
    ...raised.map((text, index) => [index === 0 ? 'Raised by' : '', text] as const),
    ...lowered.map((text, index) => [index === 0 ? 'Lowered by' : '', text] as const),
    ['Tested', model?.assessment ? testText(model.assessment) : null],
  ])
}

function collectNumbers(text: string, before: number[] = []): number[] {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('must be the number of a pull request')
  return [...before, Number(text)]
}

function parseShare(text: string): number {
  const share = /^(0|1|0?\.\d{1,6}|1\.0{1,6})$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(share)) throw new InvalidArgumentError('must be a share from 0 to 1, such as 0.3')
  return share
}
