/**
 * The practice service as the counterpart of window tests: in the test's own process, so that a test can control it.
 */
import { createPracticeService } from '../../src/practice/service.ts'
import type { PracticeOptions, PracticeService } from '../../src/practice/service.ts'
import type { ProfileEntry } from '../window/pages/settings-page.ts'

/** A started double. */
export interface Double {
  readonly service: PracticeService
  readonly baseUrl: string
  /** A profile on it, with its API keys unless a token is requested. */
  readonly profile: (overrides?: Partial<ProfileEntry>) => ProfileEntry
  /** The busy application: its calls come and go. */
  readonly appId: string
  /** The application whose calls neither come nor go automatically; four are live at the start. */
  readonly quietAppId: string
  readonly stop: () => Promise<void>
}

/** Starts a double whose trainings take half a second. */
export async function startDouble(options: PracticeOptions = {}): Promise<Double> {
  const service = createPracticeService({ trainingMs: 500, closeLagMs: 1_500, ...options })
  const { baseUrl } = await service.start()
  const applications = service.control.applications()
  const [appId, , quietAppId] = applications.map((application) => application.appId)
  if (appId === undefined || quietAppId === undefined) throw new Error('the double lacks an application')
  return {
    service,
    baseUrl,
    appId,
    quietAppId,
    profile: (overrides = {}) => ({
      name: 'Lobby, practice',
      baseUrl,
      access: { appId: service.credentials.appId, appKey: service.credentials.appKey },
      applications: applications.map((application) => `${application.appId} ${application.label}`).join('\n'),
      ...overrides,
    }),
    stop: service.stop,
  }
}
