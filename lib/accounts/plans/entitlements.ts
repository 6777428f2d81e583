import type { Plan } from '@/lib/generated/prisma/enums'
import { trialOf } from './trial'

export type Feature =
  | 'history'
  | 'deployment-frequency'
  | 'metrics'
  | 'signals'
  | 'notifications'
  | 'questions'
  | 'summaries'

type Described = { feature: Feature; title: string; description: string; free: boolean }

/** What a plan may include, in words, once it is built; Business and Enterprise include all of it, and every plan events and keys. */
export const features: readonly Described[] = [
  {
    feature: 'history',
    title: 'Deployment history',
    description: 'Every deployment with its timeline, its pull requests and why they are linked.',
    free: true,
  },
  {
    feature: 'deployment-frequency',
    title: 'Deployment frequency',
    description: 'How often you deploy to production, by day, service and environment.',
    free: true,
  },
  {
    feature: 'metrics',
    title: 'All metrics',
    description:
      'Lead time, change failure rate, recovery time, rework rate, coverage, cycle time, pull request size, throughput and the health of services.',
    free: false,
  },
  {
    feature: 'signals',
    title: 'Risk signals',
    description: 'Warnings about deployments, pull requests and pipelines, with the numbers that they rest on.',
    free: false,
  },
  {
    feature: 'notifications',
    title: 'Notifications',
    description:
      'Failed, recovered and stuck deployments and risk signals by e-mail, in Slack and Teams, or as a webhook.',
    free: false,
  },
  {
    feature: 'questions',
    title: 'Assistants and HTTP API',
    description: 'Ask Leadline from an assistant over MCP, and read the same answers as JSON.',
    free: false,
  },
  {
    feature: 'summaries',
    title: 'Words from a model',
    description:
      'A summary of a week and an explanation of a change, written by the model that is configured on this server.',
    free: false,
  },
]

const freeFeatures = new Set(features.filter(({ free }) => free).map(({ feature }) => feature))

/**
 * Whether an organization may use a feature as of `now`. A trial opens what Business includes, to the millisecond
 * before `trialEndsAt`.
 */
export function mayUse(organization: { plan: Plan; trialEndsAt: Date | null }, feature: Feature, now: Date): boolean {
  if (freeFeatures.has(feature)) return true
  const trial = trialOf(organization, now)
  return trial === null || trial.state === 'running'
}
