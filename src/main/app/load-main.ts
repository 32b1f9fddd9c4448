/** Loads the rest of main behind the first window. Part of the entry, so that it imports nothing that runs. */
import type { Composed, ComposeOptions } from './failed-main.ts'
import type { EarlyLog } from '../lib/log.ts'
import { failedMain } from './failed-main.ts'

/** Loads and builds main, its log first. What goes wrong is not thrown: the page is told, whatever it asks. */
export async function loadMain(
  options: Omit<ComposeOptions, 'log'>,
  log: EarlyLog,
  dataFolder: string,
): Promise<Composed> {
  try {
    const { openLog } = await import('../desktop/log-file.ts')
    log.openWith(openLog(dataFolder))
    const { compose } = await import('./compose.ts')
    return await compose({ ...options, log })
  } catch (error) {
    return failedMain({ kind: 'internal', logId: log.error('start', error) })
  }
}
