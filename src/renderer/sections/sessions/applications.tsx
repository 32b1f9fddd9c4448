import type { AppId } from '../../../shared/ids.ts'
import type { Application } from '../../../shared/schemas/profile.ts'
import { useOpenProfile } from '../../api/use-app-state.ts'
import { Select } from '../../ui/select.tsx'

/** The name of an application: its label, else its id. */
export function applicationName({ appId, label }: Application): string {
  return label === '' ? appId : label
}

const noApplications: readonly Application[] = []

export const useApplications = (): readonly Application[] => useOpenProfile()?.profile.applications ?? noApplications

/** The name of the application with an id, even when the profile no longer lists it. */
export function useApplicationName(): (appId: AppId) => string {
  const applications = useApplications()
  return (appId) => applicationName(applications.find((one) => one.appId === appId) ?? { appId, label: '' })
}

interface ApplicationSelectProps {
  readonly appId: AppId | null
  readonly none: string
  readonly onChoose: (appId: AppId | null) => void
}

/** Selects one of the profile's applications or none, inside a `Field`. */
export function ApplicationSelect({ appId, none, onChoose }: ApplicationSelectProps) {
  const applications = useApplications()
  return (
    <Select
      options={[
        { value: '', label: none },
        ...applications.map((one) => ({ value: one.appId, label: applicationName(one) })),
      ]}
      value={appId ?? ''}
      onChange={(value) => onChoose(applications.find((one) => one.appId === value)?.appId ?? null)}
    />
  )
}
