/** The policy of an organisation; docs/administrators.md describes every key. */
import { z } from 'zod'
import { profileFields } from './profile.ts'

/** A host name or IP address; with a port, only that port is allowed. `*.` matches any subdomain. */
const hostPattern = z
  .string()
  .max(300)
  .toLowerCase()
  .regex(/^(?:(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/, {
    message: 'expected a host such as service.example, service.example:8443 or *.example.com',
  })

/** The policy file. An unknown key is an error, because Greenroom would not enforce it. */
export const policy = z.strictObject({
  allowedHosts: z.array(hostPattern).max(500).nullable().default(null),
  leastProtection: profileFields.shape.protection.default('open'),
  sessionOnlySecrets: z.enum(['allowed', 'forbidden', 'required']).default('allowed'),
  /** A null feed switches updates off. Without the key, the feed of the build is used. */
  updates: z
    .strictObject({
      feed: z
        .url({ protocol: /^https?$/ })
        .max(2_000)
        .nullable(),
    })
    .exactOptional(),
})

export const policyView = z.strictObject({
  file: z.string(),
  ...policy.pick({ leastProtection: true, sessionOnlySecrets: true }).shape,
  allowedHosts: z.array(z.string()).nullable(),
  updatesFeed: z.string().nullable().exactOptional(),
})

export type Policy = z.output<typeof policy>
export type PolicyView = z.output<typeof policyView>
