import { z } from 'zod'

const optional = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' ? undefined : value), schema)

const wholeNumber = (fallback: number, max: number) =>
  optional(z.coerce.number().int().min(1).max(max).default(fallback))

const schema = z
  .object({
    DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// URL' }).optional()),
    LEADLINE_DATA_DIR: optional(z.string().default('.leadline')),
    PORT: wholeNumber(3000, 65_535),
    NEXTAUTH_URL: optional(z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional()),
    NEXTAUTH_SECRET: optional(z.string().min(16).optional()),
    UPSTASH_REDIS_REST_URL: optional(z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional()),
    UPSTASH_REDIS_REST_TOKEN: optional(z.string().regex(/^\S+$/, 'must not contain white space').optional()),
    RATE_LIMIT_PER_MINUTE: wholeNumber(300, 1_000_000_000),
    WEBHOOK_MAX_BODY_BYTES: wholeNumber(256 * 1024, 16 * 1024 * 1024),
    DEFAULT_PLAN: optional(z.enum(['free', 'business', 'enterprise']).default('free')),
  })
  .refine((env) => Boolean(env.UPSTASH_REDIS_REST_URL) === Boolean(env.UPSTASH_REDIS_REST_TOKEN), {
    path: ['UPSTASH_REDIS_REST_URL'],
    error: 'and UPSTASH_REDIS_REST_TOKEN must be set together',
  })

export type Env = z.infer<typeof schema>

/** Validated settings. Throws one error that names every setting that is wrong. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const result = schema.safeParse(source)
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  throw new Error(`Invalid settings: ${problems.join('; ')}`)
}

let parsed: Env | undefined

/** The settings of this process, read once. */
export function env(): Env {
  parsed ??= parseEnv(process.env)
  return parsed
}

/** Points this process at a database that was started for it. */
export function setDatabaseUrl(url: string): void {
  process.env.DATABASE_URL = url
  parsed = undefined
}
