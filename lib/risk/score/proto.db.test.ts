import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { runInSteps } from '@/lib/core/run-in-steps'
import { generateDemo } from '@/lib/demo/generate'
import { loadDemo } from '@/lib/demo/load'
import { createTenant } from '@/lib/testing/factories'
import { buildModel } from './build-model'
import { featureNames } from './features'
import { loadCases } from './load-cases'
import { reasonsOf, reasonText } from './reasons'

test('proto', async () => {
  const now = new Date('2026-11-20T15:30:00Z')
  const { organization } = await createTenant({ plan: 'business' })
  await loadDemo(organization.id, generateDemo(now))
  let t = performance.now()
  const cases = await loadCases(organization.id, now)
  const loadMs = performance.now() - t
  t = performance.now()
  const { model, scored } = await runInSteps(buildModel(cases, 'Europe/Copenhagen', now.getTime()))
  const out: string[] = []
  const log = (...a: unknown[]) => out.push(a.join(' '))
  log('load', loadMs, 'build', performance.now() - t, cases.length)
  for (const key of ['pullRequests', 'commits', 'lines', 'files', 'oldestAt', 'newAuthors'] as const) {
    const f = cases.filter((c) => c.outcome?.failedAt != null),
      s = cases.filter((c) => c.outcome && c.outcome.failedAt === null)
    log(
      key,
      'known: failed',
      f.filter((c) => c.content[key] !== null).length,
      f.length,
      'ok',
      s.filter((c) => c.content[key] !== null).length,
      s.length,
    )
  }
  log(model.verdict, model.ended, model.failed, model.mark, JSON.stringify(model.calibration))
  const a = model.assessment
  if (a)
    log(
      JSON.stringify({
        ...a,
        bins: a.bins.map((b) => `${b.predicted.toFixed(3)}→${(b.failed / b.count).toFixed(3)} (${b.count})`),
      }),
    )
  log(featureNames.map((n, i) => `${n}:${model.fit.weights[i]?.toFixed(2)}`).join(' '))
  for (const one of scored.filter((x) => x.tested.warned).slice(-12))
    log(
      one.one.service,
      one.tested.probability.toFixed(3),
      one.tested.failed,
      reasonsOf(one.tested.by, one.measurement).map(reasonText).join(' | '),
    )
  log(JSON.stringify(model).length)
  writeFileSync('/tmp/score-proto.txt', out.join('\n'))
})
