import { nameSchema } from '@/lib/accounts/users/schema'
import { parse } from '@/lib/core/parse'
import { db } from '@/lib/db/db'

/** Sets the name that other people read. Throws `invalid`. */
export async function renameUser(userId: number, name: string): Promise<void> {
  await db().prisma.user.update({ where: { id: userId }, data: { name: parse(nameSchema, name) } })
}
