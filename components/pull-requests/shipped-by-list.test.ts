import { createElement } from 'react'
import { expect, it } from 'vitest'
import { renderMarkup } from '@/lib/testing/markup'
import { ShippedByList } from './shipped-by-list'

const now = new Date('2026-03-31T12:00:00Z')

const shippedBy = Array.from({ length: 60 }, (_, index) => ({
  id: index + 1,
  deploymentId: `run-${index + 1}.`,
  service: 'api',
  environment: 'production',
  pipelineUrl: null,
  status: 'success' as const,
  production: true,
  voided: false,
  completedAt: now,
  method: 'range' as const,
  leadTimeSeconds: 60,
}))

it('lists fifty deployments and the one that delivered it, and how many others there are', () => {
  const props = { shippedBy, deliveredBy: 55, organization: 'acme', timeZone: 'UTC', now }
  const { text } = renderMarkup(createElement(ShippedByList, props))
  expect(text.match(/run-\d+\./g)?.slice(-2)).toEqual(['run-50.', 'run-55.'])
  expect(text).toContain('9 later deployments are left out')
})
