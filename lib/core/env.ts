import { z } from 'zod'
import {
  baseAddress,
  hostName,
  mailbox,
  oneOf,
  optional,
  port,
  postgresUrl,
  price,
  publicAddress,
  redisUrl,
  secret,
  smtpUrl,
  text,
  webAddress,
  wholeNumber,
  wholeNumberTo,
} from '@/lib/core/setting-types'

/** Settings that make sense together only. */
const groups = [
  ['UPSTASH_REDIS_REST_URL', 'UPSTASH_REDIS_REST_TOKEN'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['AI_BASE_URL', 'AI_MODEL'],
  ['AI_INPUT_PRICE', 'AI_OUTPUT_PRICE'],
  ['SMTP_URL', 'MAIL_FROM'],
] as const

const schema = z
  .object({
    DATABASE_URL: postgresUrl,
    DATABASE_REPLICA_URL: postgresUrl,
    DATABASE_REPLICA_MAX_LAG_SECONDS: wholeNumber(10, 3_600),
    LEADLINE_DATA_DIR: optional(z.string().default('.leadline')),
    PORT: optional(port.default(3000)),
    HOST: optional(hostName.optional()),
    OTEL_EXPORTER_OTLP_ENDPOINT: webAddress,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webAddress,
    OTEL_SDK_DISABLED: optional(z.string().optional()).transform((value) => value?.toLowerCase() === 'true'),
    ACCESS_LOG: optional(oneOf('on', 'off').default('off')),
    METRICS_PORT: optional(port.optional()),
    METRICS_HOST: optional(hostName.default('127.0.0.1')),
    NEXTAUTH_URL: optional(z.string().transform(publicAddress).optional()),
    NEXTAUTH_SECRET: secret,
    ENCRYPTION_KEY: secret,
    GITHUB_CLIENT_ID: text,
    GITHUB_CLIENT_SECRET: text,
    GITHUB_TOKEN: text,
    GITLAB_TOKEN: text,
    OIDC_ISSUER: webAddress,
    OIDC_CLIENT_ID: text,
    OIDC_CLIENT_SECRET: text,
    OIDC_NAME: optional(z.string().trim().max(40, 'must have at most 40 characters').default('single sign-on')),
    AI_BASE_URL: baseAddress,
    AI_MODEL: optional(z.string().trim().max(200, 'must have at most 200 characters').optional()),
    AI_API_KEY: optional(
      z
        .string()
        .regex(/^[\x21-\x7e]+$/, 'must be ASCII, without white space')
        .optional(),
    ),
    AI_INPUT_PRICE: price,
    AI_OUTPUT_PRICE: price,
    AI_TIMEOUT_SECONDS: wholeNumber(30, 300),
    AI_CALLS_PER_DAY: wholeNumber(50, 100_000),
    PRIVATE_HOSTS: optional(oneOf('allow', 'refuse').optional()),
    SMTP_URL: smtpUrl,
    MAIL_FROM: mailbox,
    TRUSTED_ADDRESS_HEADER: optional(
      z
        .string()
        .regex(/^[a-z0-9-]+$/i, 'must be the name of a header')
        .toLowerCase()
        .optional(),
    ),
    REQUEST_LOG_DAYS: wholeNumber(7, 90),
    RAW_PAYLOAD_DAYS: optional(wholeNumberTo(36_500).optional()),
    EVENT_DAYS: optional(wholeNumberTo(36_500).optional()),
    REDIS_URL: redisUrl,
    UPSTASH_REDIS_REST_URL: webAddress,
    UPSTASH_REDIS_REST_TOKEN: optional(z.string().regex(/^\S+$/, 'must not contain white space').optional()),
    RATE_LIMIT_PER_MINUTE: wholeNumber(300, 1_000_000_000),
    WEBHOOK_MAX_BODY_BYTES: wholeNumber(256 * 1024, 16 * 1024 * 1024),
    MAX_STORED_BYTES_PER_DAY: wholeNumber(1024 ** 3, 1024 ** 5),
    MAX_API_KEYS_PER_ORGANIZATION: wholeNumber(200, 1_000_000),
    MAX_MEMBERS_PER_ORGANIZATION: wholeNumber(2000, 1_000_000),
    DEFAULT_PLAN: optional(oneOf('free', 'business', 'enterprise').default('free')),
  })
  .superRefine((env, context) => {
    for (const [first, ...others] of groups) {
      if (others.every((other) => isSet(env[other]) === isSet(env[first]))) continue
      context.addIssue({ code: 'custom', path: [first], message: `and ${others.join(', ')} must be set together` })
    }
    if (env.METRICS_PORT === env.PORT)
      context.addIssue({ code: 'custom', path: ['METRICS_PORT'], message: 'must not be that of PORT' })
    if (env.DATABASE_REPLICA_URL !== undefined && env.DATABASE_URL === undefined)
      context.addIssue({
        code: 'custom',
        path: ['DATABASE_REPLICA_URL'],
        message: 'is used with DATABASE_URL only, the address of its primary',
      })
    if (env.REDIS_URL !== undefined && env.UPSTASH_REDIS_REST_URL !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['REDIS_URL'],
        message: 'and UPSTASH_REDIS_REST_URL exclude each other',
      })
    if (env.AI_API_KEY !== undefined && env.AI_BASE_URL === undefined)
      context.addIssue({ code: 'custom', path: ['AI_API_KEY'], message: 'is used with AI_BASE_URL and AI_MODEL only' })
  })
  // Anyone who reaches a public address may manage an organization; on one's own machine that is oneself.
  .transform((env) => ({
    ...env,
    PRIVATE_HOSTS: env.PRIVATE_HOSTS ?? (isLocalUrl(env.NEXTAUTH_URL ?? 'http://localhost') ? 'allow' : 'refuse'),
  }))

export type Env = z.infer<typeof schema>

/** Settings that nothing can start with. The message names each of them and says what it must be. */
export class SettingsError extends Error {}

/** Validated settings. Throws one `SettingsError` that names every setting that is wrong. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const result = schema.safeParse(source)
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  throw new SettingsError(`Invalid settings: ${[...new Set(problems)].join('; ')}.`)
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== ''
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

/** Whether a URL leads to the machine that calls it: `localhost` and names below it, 127.0.0.0/8 or ::1. */
function isLocalUrl(url: string): boolean {
  const { hostname } = new URL(url)
  // URLs write every IPv4 address in its usual form.
  return /(^|\.)localhost$|^127(\.\d{1,3}){3}$|^\[::1\]$/.test(hostname)
}
