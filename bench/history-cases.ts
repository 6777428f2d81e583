import { oldestPage } from '@/lib/db/cursor'
import type { DeploymentFilters } from '@/lib/deployments/filters'

export type HistoryCase = { title: string; filters: DeploymentFilters; page?: string }

/** What people ask of a history, and what is hardest to answer. */
export const historyCases: HistoryCase[] = [
  { title: 'no filter', filters: {} },
  { title: 'no filter, last page', filters: {}, page: oldestPage },
  { title: 'production', filters: { environment: 'production' } },
  { title: 'an environment with a dozen', filters: { environment: 'rare' } },
  { title: 'an environment that is none', filters: { environment: 'nowhere' } },
  { title: 'a service retired half way', filters: { service: 'monolith' } },
  { title: 'success', filters: { status: 'success' } },
  { title: 'failure', filters: { status: 'failure' } },
  { title: 'pending, one in 10,000', filters: { status: 'pending' } },
  { title: 'a branch deployed once', filters: { branch: 'feature/PROJ-4321-export' } },
  { title: 'half of all, by a robot', filters: { triggeredBy: 'deploy-bot' } },
  { title: 'a day, two years ago', filters: { from: '2024-11-20', to: '2024-11-20' } },
  { title: 'failures of a year', filters: { from: '2024-01-01', to: '2024-12-31', status: 'failure' } },
  { title: 'two frequent values that never meet', filters: { environment: 'preview', branch: 'main' } },
  {
    title: 'the same within two years',
    filters: { environment: 'preview', branch: 'main', from: '2024-01-01', to: '2025-12-31' },
  },
  {
    title: 'four values, one of them retired',
    filters: { service: 'monolith', triggeredBy: 'deploy-bot', branch: 'main', status: 'success' },
  },
  { title: 'three values, rare together', filters: { service: 'svc-50', environment: 'staging', status: 'cancelled' } },
  {
    title: 'production failures, last page',
    filters: { environment: 'production', status: 'failure' },
    page: oldestPage,
  },
  { title: 'text that is in all of them', filters: { q: 'run-9' } },
  { title: 'text that is in none', filters: { q: 'nothing-like-it' } },
  { title: 'text: a branch deployed once', filters: { q: 'proj-4321-' } },
  { title: 'text: a commit', filters: { q: '0a1b2c3' } },
  { title: 'text: one person', filters: { q: 'person-777' } },
  { title: 'text and a value that never meet', filters: { q: 'proj', environment: 'production' } },
  { title: 'text in none, within a year', filters: { q: 'nothing-like-it', from: '2024-01-01', to: '2024-12-31' } },
  { title: 'text: a service retired half way', filters: { q: 'monolith' } },
  { title: 'the same, the latest year', filters: { q: 'monolith', from: '2025-11-20' } },
  { title: 'text: old releases', filters: { q: 'release/1' } },
  { title: 'text: old branches, all different', filters: { q: 'proj-2' } },
  { title: 'text of old and a frequent environment', filters: { q: 'monolith', environment: 'production' } },
]
