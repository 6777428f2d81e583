import { findOrganizationById, type Organization } from '@/lib/accounts/organizations/find'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { AppError } from '@/lib/core/errors'
import { log } from '@/lib/core/log'
import { nameReport } from '@/lib/insights/reports/name-report'
import { readReport } from '@/lib/insights/reports/read-report'
import { askModel, ModelError } from './ask-model'
import { countCall } from './calls'
import { changeInput } from './change-input'
import { checkSentences } from './check-sentences'
import type { Claim, Outcome } from './claim'
import { costOf, type ModelEndpoint } from './endpoint'
import type { SummaryInput } from './facts'
import { digestOf, metricsOf } from './metric-facts'
import { parseSubject, type SummaryReport } from './subject'
import { weekInput } from './week-input'

const nothing: Outcome = {
  failure: null,
  retryAfterSeconds: null,
  digest: null,
  sentences: [],
  dropped: 0,
  inputTokens: null,
  outputTokens: null,
  cost: null,
}

const nothingLeft = 'The model said nothing that could be checked.'

/** Has a model write about the subject of a claim, and checks what it wrote. Throws the reason of `stop`. */
export async function writeSummary(claim: Claim, endpoint: ModelEndpoint, stop: AbortSignal): Promise<Outcome> {
  try {
    return await write(claim, endpoint, stop)
  } catch (error) {
    if (stop.aborted) throw stop.reason
    if (error instanceof ModelError) {
      const { message: failure, retryAfterSeconds } = error
      return { ...nothing, failure, retryAfterSeconds }
    }
    if (error instanceof AppError) return { ...nothing, failure: error.message }
    log.error('a summary failed', { organizationId: claim.organizationId, kind: claim.kind, error })
    return { ...nothing, failure: 'Something went wrong in Leadline.' }
  }
}

async function write(
  { organizationId, kind, text }: Claim,
  endpoint: ModelEndpoint,
  stop: AbortSignal,
): Promise<Outcome> {
  const now = new Date()
  const organization = await findOrganizationById(organizationId)
  if (!mayUse(organization, 'summaries', now))
    return { ...nothing, failure: 'The plan does not include words from a model.' }
  const { report } = parseSubject({ kind, text }, organization.timeZone, now)
  const { input, digest } = await readInput(organization, report, now)
  if (input === null) return { ...nothing, failure: 'There is nothing to write about in these days.' }
  await countCall(organizationId, now)
  const { sentences: answered, ...tokens } = await askModel(endpoint, input, stop)
  const { kept: sentences, dropped } = checkSentences(answered, input)
  const failure = sentences.length > 0 ? null : nothingLeft
  return { failure, retryAfterSeconds: null, digest, sentences, dropped, ...tokens, cost: costOf(endpoint, tokens) }
}

type Input = { input: SummaryInput | null; digest: string }

async function readInput(organization: Organization, { filters, metric }: SummaryReport, now: Date): Promise<Input> {
  const report = await readReport(organization, filters, now)
  const digest = digestOf(metric ? [[metric, report[metric.name]]] : metricsOf(report))
  if (report.dataFrom === null || report.unknown.length > 0) return { input: null, digest }
  if (metric === null) {
    const { pullRequests } = await nameReport(organization.id, { leadTime: report.leadTime, recoveryTime: null }, 0)
    return { input: weekInput(report, pullRequests), digest }
  }
  const { firstDay, lastDay } = report.previousPeriod
  const { calendar, against, ...subject } = filters
  const before = await readReport(organization, { ...subject, firstDay, lastDay, preset: null }, now)
  return { input: changeInput(metric, report, before), digest }
}
