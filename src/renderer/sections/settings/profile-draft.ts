/** Converts between a profile and the typed fields of its form. Pure. */
import type { InputOf } from '../../../shared/contract.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { Application, ApplicationRow, Profile, ProfileDraft } from '../../../shared/schemas/profile.ts'
import { isWithin, limits, wholeNumberOf } from '../../../shared/model/limits.ts'
import { pastedSecret, typedId } from '../../../shared/model/pasted-text.ts'

const bytesInMegabyte = 1_000_000

/** The values of empty fields, shown as placeholders. Same as main’s. */
export const ruleDefaults = { imageSizeLimit: '10', shapes: '16:9, 9:16', parallel: '2', floor: '0' } as const

export type RuleName = keyof typeof ruleDefaults
export const ruleNames = Object.keys(ruleDefaults) as RuleName[]

export const emptyDraft: ProfileDraft = {
  id: null,
  name: '',
  baseUrl: '',
  unencryptedOrigin: '',
  authentication: 'access-token',
  appId: '',
  tokenLifetime: '1800',
  applications: [],
  mediaBaseUrl: '',
  durationUnit: 'unknown',
  protection: 'confirm',
  colour: 'teal',
  imageSizeLimit: '',
  shapes: '',
  parallel: '',
  floor: '',
  sendsConversationIdWithImage: true,
}

/** New profiles take colours in this order: the accent's teal and the green of the practice service come last. */
const newColours = ['blue', 'violet', 'magenta', 'orange', 'grey', 'red', 'teal', 'green'] as const

/** The form of a new profile, in an unused colour while there is one. */
export function newDraft(profiles: readonly Pick<Profile, 'colour'>[]): ProfileDraft {
  const unused = newColours.find((colour) => profiles.every((profile) => profile.colour !== colour))
  return { ...emptyDraft, colour: unused ?? newColours[0] }
}

export const ruleText = (draft: ProfileDraft, name: RuleName): string => draft[name].trim() || ruleDefaults[name]

// "16 : 9", "16x9" and "16×9" are the same; the comma of any keyboard layout separates ratios.
export const ratiosOf = (shapes: string): string[] =>
  shapes
    .replace(/\s*[:：x×]\s*/gi, ':')
    .split(/[\s,;，、；]+/)
    .filter((ratio) => ratio !== '')

export const emptyApplication: ApplicationRow = { appId: '', label: '' }

export const isEmptyApplication = ({ appId, label, capacity = '' }: ApplicationRow): boolean =>
  appId === '' && label === '' && capacity === ''

/** The rows of a pasted text, one application per line: the id up to the first white space, the label after it. */
export function rowsOfText(text: string): readonly ApplicationRow[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [appId = '', ...label] = line.split(/\s+/)
      const limited = (piece: string): string => piece.slice(0, limits.profileText)
      return { appId: limited(typedId(appId)), label: limited(label.join(' ')) }
    })
}

function applicationsOf(rows: readonly ApplicationRow[]): (Pick<Application, 'label'> & { appId: string })[] {
  return rows
    .filter((row) => !isEmptyApplication(row))
    .map(({ appId, label }) => ({ appId: typedId(appId), label: label.trim() }))
}

/** The typed capacities by application; null for an emptied capacity, and NaN, which main refuses, for other text. */
export function capacitiesOf(rows: readonly ApplicationRow[]): Readonly<Record<string, number | null>> {
  return Object.fromEntries(
    rows.flatMap(({ appId, capacity }) =>
      capacity === undefined ? [] : [[typedId(appId), wholeNumberOf(capacity)] as const],
    ),
  )
}

export function draftOf({ authentication, creation, ...otherFields }: Profile): ProfileDraft {
  const { id, name, baseUrl, unencryptedOrigin, applications, mediaBaseUrl, durationUnit, protection, colour } =
    otherFields
  const keys = authentication.kind === 'api-keys' ? authentication : undefined
  // A default value is an empty field, which follows later changes of the default.
  const changed = (rule: RuleName, text: string): string => (text === ruleDefaults[rule] ? '' : text)
  return {
    id,
    name,
    baseUrl,
    unencryptedOrigin,
    applications,
    mediaBaseUrl,
    durationUnit,
    protection,
    colour,
    authentication: authentication.kind,
    appId: keys?.appId ?? '',
    tokenLifetime: String(keys?.tokenLifetimeSeconds ?? emptyDraft.tokenLifetime),
    imageSizeLimit: changed('imageSizeLimit', String(creation.mostImageBytes / bytesInMegabyte)),
    shapes: changed('shapes', creation.ratios.join(', ')),
    parallel: changed('parallel', String(creation.parallel)),
    floor: changed('floor', String(creation.floor)),
    sendsConversationIdWithImage: creation.sendsConversationIdWithImage,
  }
}

export function fieldsOf(draft: ProfileDraft): InputOf<'profile.save'>['fields'] {
  const { name, unencryptedOrigin, durationUnit, protection, colour, sendsConversationIdWithImage } = draft
  // Text that is not a number becomes NaN, which main refuses at its field.
  const numberOf = (rule: RuleName): number => Number(ruleText(draft, rule).replace(',', '.'))
  const ratios = ratiosOf(draft.shapes)
  return {
    name,
    unencryptedOrigin,
    durationUnit,
    protection,
    colour,
    baseUrl: draft.baseUrl.trim(),
    authentication:
      draft.authentication === 'access-token'
        ? { kind: 'access-token' }
        : { kind: 'api-keys', appId: typedId(draft.appId), tokenLifetimeSeconds: Number(draft.tokenLifetime) },
    applications: applicationsOf(draft.applications),
    mediaBaseUrl: draft.mediaBaseUrl.trim(),
    creation: {
      mostImageBytes: Math.round(numberOf('imageSizeLimit') * bytesInMegabyte),
      ratios: ratios.length > 0 ? ratios : ratiosOf(ruleDefaults.shapes),
      parallel: numberOf('parallel'),
      floor: numberOf('floor'),
      sendsConversationIdWithImage,
    },
  }
}

export const applicationColumns = ['appId', 'label', 'capacity'] as const

/** True for a missing or repeated id and for an invalid capacity; an empty row is never wrong. */
export function isWrongApplication(
  rows: readonly ApplicationRow[],
  index: number,
  column: keyof ApplicationRow,
): boolean {
  const row = rows[index]
  if (row === undefined || isEmptyApplication(row) || column === 'label') return false
  const id = typedId(row.appId)
  if (column === 'appId') return id === '' || rows.findIndex(({ appId }) => typedId(appId) === id) < index
  const capacity = wholeNumberOf(row.capacity ?? '')
  return capacity !== null && !isWithin(capacity, limits.capacity)
}

/** Fields that are plainly empty, repeated or unusable; main validates everything else. */
export function plainMistakes(draft: ProfileDraft, secret: string, isSecretStored: boolean): ReadonlySet<FieldName> {
  const { applications } = draft
  const usesApiKeys = draft.authentication === 'api-keys'
  const checks: readonly (readonly [FieldName, boolean])[] = [
    ['name', draft.name.trim() === ''],
    ['baseUrl', draft.baseUrl.trim() === ''],
    ['appId', usesApiKeys && typedId(draft.appId) === ''],
    ['secret', secret === '' ? !isSecretStored : pastedSecret(secret).problem !== null],
    ['tokenLifetime', usesApiKeys && draft.tokenLifetime.trim() === ''],
    [
      'applications',
      applications.some((_, index) =>
        applicationColumns.some((column) => isWrongApplication(applications, index, column)),
      ),
    ],
  ]
  return new Set(checks.filter(([, isWrong]) => isWrong).map(([field]) => field))
}

const { min, max } = limits.imageBytes

// For each field, the start of its path in main's issues, and the message for a mistake: its bounds or a sentence.
const fields = {
  name: { path: 'fields.name', mistake: 'required' },
  baseUrl: { path: 'fields.baseUrl', mistake: 'baseUrl' },
  appId: { path: 'fields.authentication.appId', mistake: 'required' },
  tokenLifetime: { path: 'fields.authentication.tokenLifetimeSeconds', mistake: limits.tokenLifetimeSeconds },
  applications: { path: 'fields.applications', mistake: 'applications' },
  mediaBaseUrl: { path: 'fields.mediaBaseUrl', mistake: 'baseUrl' },
  imageSizeLimit: {
    path: 'fields.creation.mostImageBytes',
    mistake: { min: min / bytesInMegabyte, max: max / bytesInMegabyte },
  },
  shapes: { path: 'fields.creation.ratios', mistake: 'shapes' },
  parallel: { path: 'fields.creation.parallel', mistake: limits.creationsAtOnce },
  floor: { path: 'fields.creation.floor', mistake: 'floor' },
  secret: { path: 'secret', mistake: 'required' },
} as const

export type FieldName = keyof typeof fields

export const mistakeIn = (field: FieldName) => fields[field].mistake

/** The fields that main refused; paths that the form does not show are ignored. */
export function mistakesOf(failure: Failure): ReadonlySet<FieldName> {
  if (failure.kind === 'no-token' || failure.kind === 'secret-not-for-host') return new Set(['secret'])
  if (failure.kind !== 'invalid-input') return new Set()
  const names = Object.keys(fields) as FieldName[]
  return new Set(names.filter((field) => failure.issues.some(({ path }) => path.startsWith(fields[field].path))))
}
