import type { AppId } from '../../../shared/ids.ts'
import type { Application } from '../../../shared/schemas/profile.ts'
import { Select } from '../../ui/select.tsx'
import { applicationName } from './application-name.ts'

export interface ApplicationSelectProps {
  readonly applications: readonly Application[]
  /** null: none of them. */
  readonly appId: AppId | null
  /** Text of the choice of none. */
  readonly none: string
  /** Accessible name; not given inside of a `Field`. */
  readonly 'aria-label'?: string
  readonly onChoose: (appId: AppId | null) => void
}

const noId = ''

/** One of the profile's applications, or none. */
export function ApplicationSelect({ applications, appId, none, onChoose, ...rest }: ApplicationSelectProps) {
  return (
    <Select
      {...rest}
      options={[
        { value: noId, label: none },
        ...applications.map((one) => ({ value: one.appId, label: applicationName(one) })),
      ]}
      value={appId ?? noId}
      onChange={(value) => onChoose(applications.find((one) => one.appId === value)?.appId ?? null)}
    />
  )
}
