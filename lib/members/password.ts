import { hash } from '@node-rs/argon2'

/** argon2id with the parameters of OWASP's first choice: 19 MiB, two passes, one lane. */
export async function hashPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
}
