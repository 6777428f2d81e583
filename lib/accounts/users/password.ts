import { hash, verify } from '@node-rs/argon2'
import { semaphore } from '@/lib/core/semaphore'

/** A hash, made with the parameters below, of a password that no one knows. */
const unknownPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$7+SH//+bNIh7w9vOnlN2VQ$K7RQCEkxfr2bDyRTj2gP8Yv3vYl1Scaki2xhWB6huMM'

const holder = globalThis as { leadlinePasswordTurns?: ReturnType<typeof semaphore> }

/** Node has four threads for slow work: passwords, which anyone may try, leave two of them to everything else. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  holder.leadlinePasswordTurns ??= semaphore(2)
  return holder.leadlinePasswordTurns(work)
}

/** argon2id with the parameters of OWASP's first choice: 19 MiB, two passes, one lane. */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(canonical(password), { memoryCost: 19_456, timeCost: 2, parallelism: 1 }))
}

/** Whether a hash is this password's. Where there is no hash the answer is no, and takes as long. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const matches = await inTurn(() => verify(passwordHash ?? unknownPasswordHash, canonical(password)))
  return matches && passwordHash !== null
}

/** Keyboards and systems write the same character in different ways. */
function canonical(password: string): string {
  return password.normalize('NFKC')
}
