'use server'

import { z } from 'zod'
import { searchable } from '@/lib/core/query-filters'
import { saveView } from '@/lib/insights/teams/save-view'
import { memberAction } from '@/lib/web/action'

const name = z.union([z.literal(''), searchable(1024, 'name')])

export const saveMyView = memberAction('member', z.object({ team: name, environment: name }), (view, { actor }) =>
  saveView(actor, view),
)
