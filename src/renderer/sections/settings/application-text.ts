/** Between rows of applications and text: what is pasted, and what is saved. Pure. */
import type { Application } from '../../../shared/schemas/profile.ts'
import type { ApplicationRow } from '../../state/profile-form-store.ts'

export const emptyApplication: ApplicationRow = { appId: '', label: '' }

export const isEmptyApplication = ({ appId, label, capacity = '' }: ApplicationRow): boolean =>
  appId === '' && label === '' && capacity === ''

/** One application a line: the id up to the first white space, the label after it. */
export function rowsOfText(text: string): readonly ApplicationRow[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [appId = '', ...label] = line.split(/\s+/)
      return { appId, label: label.join(' ') }
    })
}

/** The rows as main takes them. */
export function applicationsOf(rows: readonly ApplicationRow[]): (Pick<Application, 'label'> & { appId: string })[] {
  return rows
    .filter((row) => !isEmptyApplication(row))
    .map(({ appId, label }) => ({ appId: appId.trim(), label: label.trim() }))
}

/** The capacities that were typed, by application; null for one that was emptied. NaN is no number, for main to refuse. */
export function capacitiesOf(rows: readonly ApplicationRow[]): Readonly<Record<string, number | null>> {
  return Object.fromEntries(
    rows.flatMap(({ appId, capacity }) =>
      capacity === undefined ? [] : [[appId.trim(), capacity.trim() === '' ? null : Number(capacity.trim())] as const],
    ),
  )
}
