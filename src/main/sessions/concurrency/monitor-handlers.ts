import type { ProfileContext } from '../../context/profile-context.ts'
import type { HandlersOf } from '../../ipc/handlers.ts'
import type { Monitor } from './monitor.ts'
import { createSeriesReader, seriesCsv, seriesFileName } from './series.ts'

/** The handlers of figures and charts. Failures: those of `Monitor` and `SeriesReader`, and of saving a file. */
export function createMonitorHandlers(
  context: ProfileContext,
  monitor: Pick<Monitor, 'figures' | 'overview' | 'refresh'>,
): HandlersOf<'session.figures' | 'session.overview' | 'session.refresh' | 'session.series' | 'session.exportSeries'> {
  const series = createSeriesReader(context)
  return {
    'session.figures': ({ appId }) => monitor.figures(appId),
    'session.overview': () => [...monitor.overview()],
    'session.refresh': ({ appId }) => monitor.refresh(appId),
    'session.series': ({ appId, range }) => series.read(appId, range),
    'session.exportSeries': async ({ appId, range }) => {
      const wanted = series.read(appId, range)
      return { fileName: await context.saveFile(seriesFileName(wanted), seriesCsv(wanted)) }
    },
  }
}
