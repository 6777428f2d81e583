import { expect, test } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { db } from '@/lib/db/db'
import { createTenant } from '@/lib/testing/factories'
import { changeSetting } from './change-setting'

test('a change that waits for another of its organization gives its connection back', async () => {
  const { organization } = await createTenant()
  const { people } = db()
  const holder = await people.connect()
  try {
    await holder.query('BEGIN')
    await holder.query('SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [organization.id])
    const changed = changeSetting(operatorOf(organization.id), 'timeZone', 'Europe/Berlin')
    await expect(changed).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('not finished'),
    })
  } finally {
    await holder.query('ROLLBACK')
    holder.release()
  }
  expect(await changeSetting(operatorOf(organization.id), 'timeZone', 'Europe/Berlin')).toMatchObject({
    timeZone: 'Europe/Berlin',
  })
})
