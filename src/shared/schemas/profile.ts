import { z } from 'zod'
import { limits } from '../model/limits.ts'
import type { Range } from '../model/limits.ts'
import { appId, profileId } from './ids.ts'

export const within = ({ min, max }: Range) => z.int().min(min).max(max)

/** `label` is the operator's own, "" without a label. */
export const application = z.strictObject({ appId, label: z.string().trim().max(120) })

/** An access token that the operator enters, or tokens minted from an app id and key (`service-api.md §Token`). */
export const authentication = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('access-token') }),
  z.strictObject({
    kind: z.literal('api-keys'),
    appId: z.string().trim().min(1).max(128),
    /** Seconds between `iat` and `exp` of a minted token. */
    tokenLifetimeSeconds: within(limits.tokenLifetimeSeconds),
  }),
])

// The address has an origin and a path only: credentials, a query or a fragment would end up in logs.
const webAddress = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .refine(
    (value) => {
      // Node's URL is deliberately not in this project's types, so patterns find the parts.
      const afterScheme = value.replace(/^https?:\/+/i, '')
      return !/[?#]/.test(value) && !(afterScheme.split('/')[0] ?? '').includes('@')
    },
    { message: 'no user name, query or fragment' },
  )

/** The limits come from public material (`service-api.md §Creating avatars`): they warn and never forbid. */
export const creationRules = z.strictObject({
  mostImageBytes: within(limits.imageBytes),
  /** Accepted aspect ratios as `width:height`; an empty list accepts every ratio. */
  ratios: z.array(z.string().regex(/^[1-9]\d{0,3}:[1-9]\d{0,3}$/)).max(10),
  parallel: within(limits.creationsAtOnce),
  /** Creations that must stay in the account: a confirmation that would leave fewer is refused. */
  floor: z.int().min(0).max(1_000_000),
  /** False: an avatar with an image is sent without `conversationId`, as the vendor's own tool does. */
  sendsConversationIdWithImage: z.boolean(),
})

export const defaultCreationRules: z.output<typeof creationRules> = {
  mostImageBytes: 10_000_000,
  ratios: ['16:9', '9:16'],
  parallel: 2,
  floor: 0,
  sendsConversationIdWithImage: true,
}

/** Never contains a secret. */
export const profileFields = z.strictObject({
  name: z.string().trim().min(1).max(limits.profileName),
  /** Includes the version prefix; stored without a trailing slash. */
  baseUrl: webAddress.transform((value) => value.replace(/\/+$/, '')),
  authentication,
  /** Without duplicates, because a settings file can name an application twice. */
  applications: z
    .array(application)
    .max(500)
    .transform((all) => [...new Map(all.map((one) => [one.appId, one])).values()]),
  mediaBaseUrl: z.union([z.literal(''), webAddress]),
  durationUnit: z.enum(['unknown', 'seconds', 'minutes']),
  protection: z.enum(['open', 'confirm', 'read-only']),
  colour: z.enum(['teal', 'blue', 'violet', 'magenta', 'red', 'orange', 'green', 'grey']),
  /** The http origin of a different computer that the operator agreed to use without encryption; "" for none. */
  unencryptedOrigin: z.string().max(2_000).default(''),
  creation: creationRules.default(defaultCreationRules),
})

const typed = z.string().max(limits.profileText)
const { durationUnit, protection, colour } = profileFields.shape

/** The profile form as typed, valid or not; never contains a secret. */
const profileDraft = z.strictObject({
  id: profileId.nullable(),
  name: typed,
  baseUrl: typed,
  unencryptedOrigin: typed,
  mediaBaseUrl: typed,
  appId: typed,
  tokenLifetime: typed,
  durationUnit,
  protection,
  colour,
  authentication: z.enum(['access-token', 'api-keys']),
  applications: z
    .array(
      z.strictObject({
        appId: typed,
        label: typed,
        /**
         * Calls that the application can have at once; absent while the stored capacity is unchanged, "" after it was
         * emptied.
         */
        capacity: typed.exactOptional(),
      }),
    )
    .max(20_000)
    .readonly(),
  /** Largest image in MB (of a million bytes). This field and the next three are "" for the default value. */
  imageSizeLimit: typed,
  shapes: typed,
  parallel: typed,
  floor: typed,
  sendsConversationIdWithImage: z.boolean(),
})

/** The unsaved texts of the profile form, and the form as it was opened or last saved. */
export const unsavedProfile = z.strictObject({ draft: profileDraft, start: profileDraft })

/** A profile as main stores it. `practice` profiles use the built-in practice service, whose address changes. */
export const profile = profileFields.extend({
  id: profileId,
  kind: z.enum(['service', 'practice']),
  createdAt: z.number(),
})

/**
 * session: in main's memory; other-host: typed for a different origin, and not sent; reading: the keychain has not
 * answered yet.
 */
export const secretState = z.enum([
  'reading',
  'keychain',
  'session',
  'none',
  'other-host',
  'keychain-missing',
  'keychain-locked',
])

export const profileView = z.strictObject({
  profile,
  secret: secretState,
  /** The `exp` of an access token that is a readable JWT, in epoch milliseconds; null when not known. */
  tokenExpiresAt: z.number().nullable(),
})

/**
 * The data that is erased with a profile. `portraits` are image files; a file that a different profile shares stays.
 */
export const profileContents = z.strictObject({
  drafts: z.int(),
  portraits: z.int(),
  jobs: z.int(),
  snapshots: z.int(),
  sessions: z.int(),
  samples: z.int(),
  rules: z.int(),
  watchedFiles: z.int(),
})

export const secretInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('keep') }),
  z.strictObject({
    kind: z.literal('set'),
    value: z.string().min(1).max(16_384),
    keepIn: z.enum(['keychain', 'session']),
  }),
])

// A line break would start a new header. The user name ends at the first colon.
const headerPart = z
  .string()
  .max(256)
  .regex(/^[^\p{Cc}]*$/u)

/** A sign-in to the proxy at a host and port, with Basic authentication. */
export const proxySignInInput = z.strictObject({
  proxy: z.string().min(1).max(300),
  user: headerPart.min(1).regex(/^[^:]*$/),
  password: headerPart,
  keepIn: z.enum(['keychain', 'session']),
})

/** An entry of the OS keychain, as JSON: a secret, and the only origin and way of signing in that it is used for. */
export const secretEntry = z.strictObject({
  version: z.literal(1),
  origin: z.string(),
  kind: z.enum(['access-token', 'api-keys']),
  secret: z.string(),
})

/** The account facts in a secret; null for each fact that it does not contain. */
export const secretAccount = z.strictObject({
  appId: z.string().nullable(),
  subject: z.string().nullable(),
  issuer: z.string().nullable(),
})

/** The account that pays for a profile's requests. `account` is null where nothing is known about it. */
export const payer = z.strictObject({
  baseUrl: z.string(),
  kind: z.enum(['access-token', 'api-keys']),
  account: secretAccount.nullable(),
})

export const profileInput = z.strictObject({ id: profileId.nullable(), fields: profileFields, secret: secretInput })

export type CreationRules = z.output<typeof creationRules>
export type Application = z.output<typeof application>
export type Authentication = z.output<typeof authentication>
export type ProfileFields = z.output<typeof profileFields>
export type Profile = z.output<typeof profile>
export type ProfileDraft = Readonly<z.output<typeof profileDraft>>
export type ApplicationRow = Readonly<ProfileDraft['applications'][number]>
export type UnsavedProfile = z.output<typeof unsavedProfile>
export type ProfileContents = z.output<typeof profileContents>
export type ProfileView = z.output<typeof profileView>
export type SecretState = z.output<typeof secretState>
export type SecretAccount = z.output<typeof secretAccount>
export type Payer = z.output<typeof payer>
export type SecretInput = z.output<typeof secretInput>
export type ProxySignInInput = z.output<typeof proxySignInInput>
export type ProfileInput = z.output<typeof profileInput>
