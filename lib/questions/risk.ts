import { z } from 'zod'
import { askRisk, maxPullRequests } from '@/lib/risk/score/ask'
import { reasonText } from '@/lib/risk/score/reasons'
import type { StoredModel } from '@/lib/risk/score/store'
import { answerText } from '@/lib/risk/score/words'
import { defineQuestion } from './define-question'
import { foreign, instant, pageUrl, seconds } from './parts'

const name = (description: string) =>
  z
    .string('must be a text')
    .trim()
    .min(1, 'must not be blank')
    .max(1024, 'may have at most 1,024 characters')
    .describe(description)

const sha = (description: string) =>
  z
    .string('must be a commit SHA')
    .trim()
    .regex(/^[0-9a-fA-F]{5,40}$/, 'must be a commit SHA of 5 to 40 characters')
    .describe(description)

const share = (description: string) => z.number().describe(`${description} From 0 to 1.`)

const number = z
  .int('must be whole numbers')
  .min(1, 'must be numbers of pull requests')
  .max(999_999_999, 'must be numbers of pull requests')

/** How likely a deployment is to fail, before it is made. */
export const risk = defineQuestion({
  name: 'get_deployment_risk',
  title: 'Risk of a deployment',
  sentence:
    'How likely deploying something to production now is to fail, by a model of the own history, with its reasons and its test on what came after it was fitted. Where the model is no better than the share that fails anyway there is no score. Name what to deploy by `headSha`, or by `pullRequests`.',
  path: '/api/v1/risk',
  method: 'POST',
  input: z.strictObject({
    service: name('What is deployed, as events call it.'),
    headSha: sha('Commit that is to be deployed.').optional(),
    baseSha: sha('Commit from which on changes count; the one that is live unless given.').optional(),
    pullRequests: z
      .array(number, 'must be a list of numbers')
      .min(1, 'must not be empty')
      .max(maxPullRequests, `may have at most ${maxPullRequests} numbers`)
      .optional()
      .describe('In place of commits: numbers of pull requests, merged or not.'),
    repository: name('Of the pull requests, such as acme/api; that of the service unless given.').optional(),
  }),
  output: z.object({
    organization: z.string(),
    service: foreign('What is deployed.'),
    score: share('How likely it is to fail; null where no score would be better than none.').nullable(),
    why: z.string().nullable().describe('Why there is no score.'),
    warns: z.boolean().describe('Whether the score is at the mark or above.'),
    mark: share('From which score on it warns: about one in ten deployments.').nullable(),
    reasons: z
      .array(
        z.object({
          text: z.string().describe('Such as "412 changed lines, 3.2 × the usual".'),
          feature: z.string(),
          value: z.number(),
          usual: z.number().describe('What is usual for the service, or the share that fails of all.'),
          oddsFactor: z.number().describe('What the odds to fail are multiplied by: below 1 where it lowers them.'),
        }),
      )
      .describe('What raises the score, the first one most, then what lowers it.'),
    brings: z
      .object({
        pullRequests: z.int().nullable(),
        commits: z.int().nullable(),
        lines: z.int().nullable(),
        files: z.int().nullable(),
        newAuthors: z.int().nullable(),
        oldestSeconds: seconds('Since the oldest of its pull requests was merged.').nullable(),
      })
      .describe('What would be deployed; null for what is not known.'),
    model: z
      .object({
        verdict: z.enum(['useful', 'no better than the base rate', 'too little history']),
        fittedAt: instant,
        deployments: z
          .int()
          .describe('Finished production deployments that it is fitted on, of 365 days, 2,000 at most.'),
        failed: z.int(),
        test: z
          .object({
            deployments: z.int(),
            failed: z.int(),
            brier: z.number().describe('Mean squared error of the scores: the smaller, the better.'),
            baseBrier: z.number().describe('Of the share that had failed by then, told for each deployment.'),
            warned: z.int(),
            warnedFailed: z.int(),
            precision: share('Of the deployments that it warned of, how many failed.').nullable(),
            recall: share('Of those that failed, how many it warned of.').nullable(),
          })
          .nullable()
          .describe('Each score was made by what was known before the deployment began.'),
      })
      .nullable()
      .describe('Null before it was fitted for the first time.'),
    text: z.string().describe('The answer in one sentence.'),
    page: z.string().describe('The page of the model and its test.'),
  }),
  ask: async (caller, given, now) => {
    const { organization } = caller
    const answer = await askRisk(organization, given, now)
    const { service, score, why, warns, reasons, content, model } = answer
    return {
      organization: organization.slug,
      service,
      score,
      why,
      warns,
      mark: score === null ? null : (model?.mark ?? null),
      reasons: reasons.map(({ raises, ...reason }) => ({
        ...reason,
        text: reasonText(reason),
        oddsFactor: Math.round(Math.exp(raises) * 100) / 100,
      })),
      brings: {
        pullRequests: content.pullRequests,
        commits: content.commits,
        lines: content.lines,
        files: content.files?.length ?? null,
        newAuthors: content.newAuthors,
        oldestSeconds:
          content.oldestAt === null ? null : Math.max(0, Math.round((now.getTime() - content.oldestAt) / 1000)),
      },
      model: model && describeModel(model),
      text: answerText(answer),
      page: pageUrl(caller, '/risk/model'),
    }
  },
})

function describeModel({ verdict, fittedAt, ended, failed, assessment }: StoredModel) {
  return {
    verdict,
    fittedAt,
    deployments: ended,
    failed,
    test: assessment && {
      deployments: assessment.count,
      failed: assessment.failed,
      brier: assessment.brier,
      baseBrier: assessment.baseBrier,
      warned: assessment.warned,
      warnedFailed: assessment.warnedFailed,
      precision: assessment.warned > 0 ? assessment.warnedFailed / assessment.warned : null,
      recall: assessment.failed > 0 ? assessment.warnedFailed / assessment.failed : null,
    },
  }
}
