import type { SaveFile } from '../../context/app-context.ts'
import type { HandlersOf } from '../../ipc/handlers.ts'
import type { Monitor } from './monitor.ts'
import { seriesCsv, seriesFileName } from './series.ts'
import type { SeriesReader } from './series.ts'

/** The operations of the monitor. */
export type MonitorHandlers = HandlersOf<
  'session.figures' | 'session.overview' | 'session.refresh' | 'session.series' | 'session.exportSeries'
>

export interface MonitorHandlersDeps {
  readonly monitor: Pick<Monitor, 'figures' | 'overview' | 'refresh'>
  readonly series: SeriesReader
  readonly saveFile: SaveFile
}

/** The handlers of figures and charts. Failures: those of `Monitor` and `SeriesReader`, and of saving a file. */
export function createMonitorHandlers({ monitor, series, saveFile }: MonitorHandlersDeps): MonitorHandlers {
  return {
    'session.figures': ({ appId }) => monitor.figures(appId),
    'session.overview': () => [...monitor.overview()],
    'session.refresh': ({ appId }) => monitor.refresh(appId),
    'session.series': ({ appId, range }) => series.read(appId, range),
    'session.exportSeries': async ({ appId, range }) => {
      const wanted = series.read(appId, range)
      return { fileName: await saveFile(seriesFileName(wanted), seriesCsv(wanted)) }
    },
  }
}
