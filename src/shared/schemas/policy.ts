/** The policy that an organisation puts on its computers; docs/administrators.md describes every key. */
import { z } from 'zod'
import { patched } from '../model/patch.ts'
import { application, creationRules, profileFields, defaultCreationRules } from './profile.ts'

/** A host by its name or number, with a port where only that one is meant; `*.` stands for any name below. */
const hostPattern = z
  .string()
  .max(300)
  .toLowerCase()
  .regex(/^(?:(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/, {
    message: 'expected a host such as service.example, service.example:8443 or *.example.com',
  })

/** A profile that is given to every operator, without its secret; what is left out is as in a new profile. */
const givenProfile = profileFields.extend({
  /** What the secret and everything of this profile is kept under on operators' computers: never to be changed. */
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,49}$/, { message: 'expected up to 50 of a-z, 0-9 and -' }),
  applications: z
    .array(application.extend({ label: application.shape.label.default('') }))
    .max(500)
    .default([]),
  mediaBaseUrl: profileFields.shape.mediaBaseUrl.default(''),
  durationUnit: profileFields.shape.durationUnit.default('unknown'),
  protection: profileFields.shape.protection.default('confirm'),
  colour: profileFields.shape.colour.default('teal'),
  creation: creationRules
    .partial()
    .prefault({})
    .transform((given) => patched(defaultCreationRules, given)),
})

const hasNoDoubles = (profiles: readonly { readonly id: string }[]): boolean =>
  new Set(profiles.map(({ id }) => id)).size === profiles.length

/** The policy file. A key that is not known is an error: what was meant by it would not be obeyed. */
export const policy = z.strictObject({
  profiles: z.array(givenProfile).max(100).refine(hasNoDoubles, { message: 'an id is there twice' }).default([]),
  allowedHosts: z.array(hostPattern).max(500).nullable().default(null),
  leastProtection: profileFields.shape.protection.default('open'),
  sessionOnlySecrets: z.enum(['allowed', 'forbidden', 'required']).default('allowed'),
  /** Of the feed, null: none is read. Left out: as the build says. */
  updates: z
    .strictObject({
      feed: z
        .url({ protocol: /^https?$/ })
        .max(2_000)
        .nullable(),
    })
    .exactOptional(),
  logLevel: z.enum(['error', 'warn', 'info']).default('info'),
})

export const policyView = z.strictObject({
  file: z.string(),
  profileIds: z.array(z.string()),
  ...policy.pick({ leastProtection: true, sessionOnlySecrets: true, logLevel: true }).shape,
  allowedHosts: z.array(z.string()).nullable(),
  updatesFeed: z.string().nullable().exactOptional(),
})

export type Policy = z.output<typeof policy>
export type PolicyView = z.output<typeof policyView>
