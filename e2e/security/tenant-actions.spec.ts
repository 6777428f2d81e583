import { db } from '@/lib/db/db'
import { createUser, type TestUser } from '@/lib/testing/factories'
import { serverUrls } from '../support/servers'
import { sessionCookie } from '../support/sessions'
import { expect, test } from '../support/test'
import type { ActionRow } from './action-rows/row'
import { actionRows } from './actions'
import { listActions, listInlineActions } from './app-inventory'
import { type ActionAnswer, callAction } from './call-action'
import { createWorld, type World } from './world'

test('every server action has a row', () => {
  const name = (action: { file: string; name: string }) => `${action.file} ${action.name}`
  expect(actionRows.map(name).sort()).toEqual(listActions().map(name).sort())
  expect(listInlineActions()).toEqual([])
})

type Options = { who: TestUser | null; fields?: Record<string, string>; origin?: string | null }

async function call(row: ActionRow, world: World, { who, fields = {}, origin }: Options): Promise<ActionAnswer> {
  const cookie = who && (await sessionCookie(who.id))
  return callAction(row, {
    page: row.page(world),
    fields: { organization: world.organization.slug, ...row.fields(world), ...fields },
    ...(cookie && { cookie: `${cookie.name}=${cookie.value}` }),
    ...(origin !== undefined && { origin }),
  })
}

/** Everything about an organization that an action could change. */
async function snapshot({ organization: { id } }: World): Promise<string> {
  const { prisma } = db()
  const organizationId = id
  const everything = await Promise.all([
    prisma.organization.findUnique({ where: { id } }),
    prisma.apiKey.findMany({
      where: { organizationId },
      orderBy: { id: 'asc' },
      omit: { lastUsedAt: true },
      include: { trust: true },
    }),
    prisma.membership.findMany({
      where: { organizationId },
      orderBy: { userId: 'asc' },
      omit: { lastSeenAt: true },
      include: { user: true },
    }),
    prisma.invitation.findMany({ where: { organizationId }, orderBy: { id: 'asc' } }),
    prisma.oauthGrant.findMany({ where: { organizationId }, orderBy: { id: 'asc' }, omit: { lastUsedAt: true } }),
    prisma.repository.findMany({
      where: { organizationId },
      orderBy: { id: 'asc' },
      include: { servicePaths: true, sync: { select: { requestedAt: true } } },
    }),
    prisma.hostConnection.findMany({
      where: { organizationId },
      orderBy: { id: 'asc' },
      omit: { problem: true, problemAt: true },
    }),
    prisma.deployment.findMany({ where: { organizationId }, orderBy: { id: 'asc' }, include: { links: true } }),
  ])
  return JSON.stringify(everything, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}

async function whoMay(row: ActionRow, { owner, manager, member }: World): Promise<TestUser | null> {
  if (row.needs === 'stranger') return createUser()
  return { owner, manager, member, user: member, anyone: null }[row.needs]
}

/** Whether the action is one of an organization, for its members. */
const isOfMembers = ({ needs }: ActionRow) => needs === 'owner' || needs === 'manager' || needs === 'member'

for (const row of actionRows) {
  test.describe(`${row.name} of ${row.file}`, () => {
    test('does its work for those who may', async () => {
      const world = await createWorld()
      const { redirect, state } = await call(row, world, { who: await whoMay(row, world) })
      if (row.outcome instanceof RegExp) expect(redirect).toMatch(row.outcome)
      else expect(state).toMatchObject({ status: row.outcome })
    })

    if (row.needs !== 'anyone') {
      test('redirects a visitor to the sign-in page, and does nothing', async () => {
        const world = await createWorld()
        const before = await snapshot(world)
        expect((await call(row, world, { who: null })).redirect).toBe('/sign-in')
        expect(await snapshot(world)).toBe(before)
      })
    }

    if (isOfMembers(row)) {
      test('treats an organization that is not theirs like one that does not exist', async () => {
        const [here, there] = [await createWorld(), await createWorld()]
        const before = await snapshot(here)
        for (const who of [there.owner, await createUser()]) {
          const page = row.page(here)
          const foreign = await call(row, here, { who })
          const unknown = await call({ ...row, page: () => page }, here, {
            who,
            fields: { organization: 'nobody-has-this' },
          })
          expect(foreign.state?.status).toBe('refused')
          expect(foreign).toEqual(unknown)
        }
        expect(await snapshot(here)).toBe(before)
      })
    }

    if (row.needs === 'owner' || row.needs === 'manager') {
      test('refuses lower roles', async () => {
        const world = await createWorld()
        const before = await snapshot(world)
        const lower = row.needs === 'owner' ? [world.manager, world.member] : [world.member]
        for (const who of lower) {
          expect((await call(row, world, { who })).state).toMatchObject({ status: 'refused' })
        }
        expect(await snapshot(world)).toBe(before)
      })
    }

    const { unknownIds } = row
    if (unknownIds && isOfMembers(row)) {
      test('treats a record of another organization like one that does not exist', async () => {
        const [here, there] = [await createWorld(), await createWorld()]
        const before = [await snapshot(here), await snapshot(there)]
        const foreignIds = Object.fromEntries(
          Object.keys(unknownIds).map((name) => [name, row.fields(there)[name] ?? '']),
        )
        const foreign = await call(row, here, { who: here.owner, fields: foreignIds })
        const unknown = await call(row, here, { who: here.owner, fields: unknownIds })
        expect(foreign.state?.status).toBe('refused')
        const messageOf = ({ state }: ActionAnswer) => state?.message?.replaceAll(/\d+/g, 'N')
        expect(messageOf(foreign)).toBe(messageOf(unknown))
        expect([await snapshot(here), await snapshot(there)]).toEqual(before)
      })
    }

    if (unknownIds) {
      test('refuses ids that are none', async () => {
        const world = await createWorld()
        const before = await snapshot(world)
        const who = await whoMay(row, world)
        for (const [name, unknown] of Object.entries(unknownIds)) {
          for (const id of [
            unknown,
            '',
            '-1',
            '0',
            '1.5',
            '1e30',
            'NaN',
            '9'.repeat(30),
            '\u0000',
            '\ud800',
            "1' OR '1'='1",
            '[object Object]',
          ]) {
            const { status, state, redirect } = await call(row, world, { who, fields: { [name]: id } })
            expect({ id, status, state: state?.status, redirect }).toEqual({
              id,
              status: 200,
              state: 'refused',
              redirect: null,
            })
            expect(state?.message).not.toContain('went wrong in Leadline')
          }
        }
        expect(await snapshot(world)).toBe(before)
      })
    }

    test('does nothing for a page of another site, or for one that does not say where it is', async () => {
      const world = await createWorld()
      const before = await snapshot(world)
      const who = await whoMay(row, world)
      const [base] = serverUrls()
      for (const origin of [null, 'null', 'https://evil.example', `${base}.evil.example`, 'http://localhost:1']) {
        const { redirect, state } = await call(row, world, { who, origin })
        expect(redirect).toBeNull()
        expect(state?.status ?? 'refused').toBe('refused')
      }
      expect(await snapshot(world)).toBe(before)
    })
  })
}
