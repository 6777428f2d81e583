import { expect, test } from '@playwright/test'
import { db } from '@/lib/db/db'
import { createMember, createTenant } from '@/lib/testing/factories'
import { emptyServer, serverUrls } from '../support/servers'

test.afterAll(() => db().close())

test('the start page leads visitors to the sign-in page, or to the setup where there are no users yet', async () => {
  const { organization } = await createTenant()
  await createMember(organization.id, 'owner')
  const locations = [serverUrls()[0], emptyServer().url].map(async (url) => {
    const { status, headers } = await fetch(url, { redirect: 'manual' })
    return [status, headers.get('location')]
  })
  expect(await Promise.all(locations)).toEqual([
    [307, '/sign-in'],
    [307, expect.stringMatching(/^\/(setup|sign-in)$/)],
  ])
})
