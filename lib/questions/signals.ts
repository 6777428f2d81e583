import { z } from 'zod'
import { oneOf } from '@/lib/core/query-filters'
import { listSignals, signalStates } from '@/lib/risk/list'
import { defineQuestion } from './define-question'
import { foreign, instant, nextOf, nextPage, pageNumber, pageOfList, pageUrl } from './parts'

/** What Leadline warns of. */
export const signals = defineQuestion({
  name: 'list_risk_signals',
  title: 'Risk signals',
  sentence:
    'What Leadline warns of now, the worst first: stuck deployments, services that fail often or fall silent, refused posts, slow reviews, work that rests on one person. Each with the numbers that it rests on.',
  path: '/api/v1/signals',
  input: z.strictObject({
    state: oneOf(signalStates).optional().describe('What people made of them; open unless given.'),
    page: pageOfList,
  }),
  output: z.object({
    organization: z.string(),
    lookedAt: instant.nullable().describe('When Leadline looked last; null before the first time.'),
    signals: z.array(
      z.object({
        id: z.int(),
        rule: z.string().describe('Such as failure-rate.'),
        title: z.string(),
        category: z.string(),
        severity: z.string().describe('high, medium or low.'),
        about: foreign(
          'The service, repository, pull request, deployment or key; null for the organization.',
        ).nullable(),
        evidence: z
          .array(z.object({ label: z.string(), value: z.number(), unit: z.string() }))
          .describe('The numbers that it rests on.'),
        recommendation: z.string(),
        state: z.string(),
        note: foreign('What someone in the organization noted.').nullable(),
        firstSeenAt: instant,
        lastSeenAt: instant,
        endedAt: instant.nullable(),
        page: z.string().describe('The page of the rows behind it.'),
      }),
    ),
    total: z.int().describe('On all pages.'),
    next: nextPage,
    page: z.string().describe('The page of these signals.'),
  }),
  ask: async (caller, { page, state }, now) => {
    const { organization } = caller
    const number = pageNumber(page)
    const found = await listSignals(organization.id, state ? { state } : {}, number, now)
    return {
      organization: organization.slug,
      lookedAt: found.lookedAt,
      signals: found.rows.map(({ rule, name, path, ...signal }) => ({
        ...signal,
        rule: rule.slug,
        title: rule.title,
        category: rule.category,
        recommendation: rule.recommendation,
        about: name,
        page: pageUrl(caller, path),
      })),
      total: found.total,
      next: nextOf(number, found.pages),
      page: pageUrl(caller, state && state !== 'open' ? `/risk?state=${state}` : '/risk'),
    }
  },
})
