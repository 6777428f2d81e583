import { db } from '@/lib/db'
import { parse } from '@/lib/parse'
import { nameSchema } from '@/lib/users/schema'

/** Sets the name that other people read. Throws `invalid`. */
export async function renameUser(userId: number, name: string): Promise<void> {
  await db().prisma.user.update({ where: { id: userId }, data: { name: parse(nameSchema, name) } })
}
