/** The diagnostics that an operator saves for support. The previewed text is stored, and exactly that text is saved. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { orNotFound } from '../../shared/failure.ts'
import type { About } from '../../shared/schemas/support.ts'
import type { AppContext } from '../context/app-context.ts'
import type { HandlersUnder } from '../ipc/handlers.ts'
import type { PersonCheck } from '../ipc/user-gesture.ts'
import { dayStamp, ifMissing } from '../lib/files.ts'
import type { Exchanges } from '../service/exchanges.ts'
import { shownFields } from '../service/answer-shape.ts'
import type { Settings } from '../store/settings.ts'
import type { ShapesRepository } from '../store/shapes-repository.ts'
import { diagnosticsText } from './diagnostics-text.ts'
import type { ProfileShapes } from './diagnostics-text.ts'

export interface DiagnosticsSources {
  readonly dataFolder: string
  /** null where the data could not be opened: then only the log and the versions are available. */
  readonly data: {
    readonly settings: Pick<Settings, 'read'>
    readonly exchanges: Pick<Exchanges, 'all'>
    readonly shapes: Pick<ShapesRepository, 'knownOf' | 'changes'>
  } | null
  readonly about: () => Promise<About>
}

export interface DiagnosticsContext extends Pick<AppContext, 'saveFile' | 'clock' | 'randomId'> {
  readonly person: Pick<PersonCheck, 'gesture'>
}

const MAX_LOG_BYTES = 2 ** 20

// More windows than an operator has open at once.
const MAX_PREVIEWS = 8

/** The end of the log; its first line might be incomplete. Empty where no log was written. */
async function readLogTail(dataFolder: string): Promise<string> {
  const read = (name: string): Promise<Buffer> =>
    readFile(join(dataFolder, 'logs', name)).catch((error: unknown) => ifMissing(error, Buffer.alloc(0)))
  const logBytes = Buffer.concat([await read('main.old.log'), await read('main.log')])
  return logBytes.subarray(-MAX_LOG_BYTES).toString('utf8')
}

function shapesIn({ settings, shapes }: NonNullable<DiagnosticsSources['data']>): readonly ProfileShapes[] {
  return settings.read().profiles.map(({ id }) => ({
    profileId: id,
    operations: shapes.knownOf(id).map(({ operation, fields }) => ({ operation, fields: shownFields(fields) })),
    changes: shapes.changes(id),
  }))
}

export function createDiagnostics(
  { person, saveFile, clock, randomId }: DiagnosticsContext,
  { dataFolder, data, about }: DiagnosticsSources,
): HandlersUnder<'diagnostics'> {
  const previews = new LRUCache<string, string>({ max: MAX_PREVIEWS })
  return {
    'diagnostics.preview': async () => {
      const text = diagnosticsText({
        about: await about(),
        settings: data?.settings.read() ?? null,
        exchanges: data?.exchanges.all() ?? [],
        shapes: data === null ? [] : shapesIn(data),
        log: await readLogTail(dataFolder),
      })
      const previewId = randomId()
      previews.set(previewId, text)
      return { previewId, text }
    },
    'diagnostics.save': async ({ previewId }, { windowId }) => {
      const text = orNotFound(previews.get(previewId), 'diagnostics')
      await person.gesture(windowId, { kind: 'save-diagnostics' })
      return { fileName: await saveFile(`greenroom-diagnostics-${dayStamp(clock.now())}.txt`, text) }
    },
  }
}
