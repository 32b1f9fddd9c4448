import type { AppId } from '../../../shared/ids.ts'
import type { Application } from '../../../shared/schemas/profile.ts'

/** The name of an application: its label, else its id. */
export function applicationName({ appId, label }: Application): string {
  return label === '' ? appId : label
}

/** The name of the application with an id, also when the profile lists it no more. */
export function nameOfApplication(applications: readonly Application[], appId: AppId): string {
  const found = applications.find((one) => one.appId === appId)
  return found === undefined ? appId : applicationName(found)
}
