import { describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { setTimeZone } from '@/lib/accounts/organizations/set-time-zone'
import { createTenant } from '@/lib/testing/factories'

describe('the time zone of an organization', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    [' america/new_york ', 'America/New_York'],
    ['utc', 'UTC'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
  ])('is set to %j as %s, and no other is', async (timeZone, stored) => {
    const [here, there] = [await createTenant(), await createTenant()]
    expect(await setTimeZone(operatorOf(here.organization.id), timeZone)).toMatchObject({ timeZone: stored })
    expect((await findOrganization(here.organization.slug)).timeZone).toBe(stored)
    expect((await findOrganization(there.organization.slug)).timeZone).toBe('UTC')
  })

  it.each(['', 'Berlin', '+02:00', '-05', 'Europe/Atlantis', "UTC'; --", 'Europe/Berlin\0'])(
    'is not %j',
    async (timeZone) => {
      const { organization } = await createTenant()
      await expect(setTimeZone(operatorOf(organization.id), timeZone)).rejects.toMatchObject({ code: 'invalid' })
    },
  )

  it('needs an organization', async () => {
    await expect(setTimeZone(operatorOf(2_000_000_000), 'UTC')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('may be any that this Node knows', async () => {
    const { organization } = await createTenant()
    for (const timeZone of ['Asia/Kolkata', 'Asia/Kathmandu', 'Pacific/Chatham', 'America/Argentina/Ushuaia']) {
      await setTimeZone(operatorOf(organization.id), timeZone)
    }
  })
})
