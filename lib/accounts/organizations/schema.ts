import { z } from 'zod'
import { nameSchema } from '@/lib/accounts/users/schema'

/** First segments of the product's own addresses, now and as far as foreseen: organizations live next to them. */
export const reservedSlugs = [
  'admin',
  'api',
  'auth',
  'docs',
  'health',
  'healthz',
  'help',
  'invite',
  'login',
  'logout',
  'mcp',
  'new',
  'oauth',
  'organizations',
  'profile',
  'readyz',
  'settings',
  'setup',
  'sign-in',
  'sign-out',
  'sign-up',
  'static',
]

/** The short name of an organization in addresses and events. */
export const slugSchema = z
  .string('Enter a short name')
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    'Use 1 to 63 lower-case letters, digits and inner hyphens, such as acme-tools',
  )
  .refine((slug) => !reservedSlugs.includes(slug), 'This short name belongs to Leadline itself. Choose another.')

export const organizationSchema = z.object({ slug: slugSchema, name: nameSchema })
