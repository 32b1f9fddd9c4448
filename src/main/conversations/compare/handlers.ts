import type { ComparedPair, ComparedSource } from '../../../shared/schemas/conversation.ts'
import type { HandlersUnder } from '../../ipc/handlers.ts'
import type { HandedFiles, FoundFile } from '../../files/handed-files.ts'
import { requireOpen } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import { snapshotSummary } from '../conversations.ts'
import { safeName } from '../../files/file-name.ts'
import type { Language } from '../../../shared/model/language.ts'
import type { Reader } from '../reader/reader.ts'
import type { OfFile, OfPair, OfSide } from './comparisons.ts'
import type { SideTitle } from './comparison-report.ts'
import { LRUCache } from 'lru-cache'
import { refusal } from '../../../shared/failure.ts'
import type { ComparedFileId, FileHandle } from '../../../shared/ids.ts'
import { comparedFileId } from '../../../shared/schemas/ids.ts'
import { readFileUpTo } from '../../files/open-file.ts'

/**
 * Gives the handlers of comparisons; all refuse with `no-profile`. Failures: not-found (`snapshot`), storage, refused for
 * a file (`not-at-hand`, `not-json`, `json-unusable`, `json-too-large`, `not-a-conversation`, `file-…`).
 */
export function createCompareHandlers(
  context: ProfileContext,
  own: {
    readonly reader: Pick<Reader, 'ask'>
    readonly files: Pick<HandedFiles, 'open'>
    readonly language: () => Language
  },
): HandlersUnder<'comparison'> {
  const { current, saveFile, randomId } = context
  const { reader, language } = own
  const files = createComparedFiles(own.files, randomId)

  const sideOf = (source: ComparedSource): OfSide => {
    const profileId = requireOpen(current).profile.id
    if (source.kind === 'file') return { kind: 'file', ...files.find(source.fileId) }
    return { kind: 'snapshot', profileId, snapshotId: source.snapshotId }
  }
  const pairOf = ({ left, right }: ComparedPair): OfPair => ({ left: sideOf(left), right: sideOf(right) })

  const fileTitle = async (file: OfFile): Promise<SideTitle> => {
    return { ...(await reader.ask('comparedFile', file)), fetchedAt: null, fileName: file.fileName }
  }
  const titleOf = async (source: ComparedSource): Promise<SideTitle> => {
    if (source.kind === 'file') return fileTitle(files.find(source.fileId))
    return { ...snapshotSummary(context, source.snapshotId), fileName: null }
  }

  return {
    'comparison.addFile': async ({ handle }) => {
      requireOpen(current)
      const file = await files.read(handle)
      const facts = await reader.ask('comparedFile', file)
      files.add(file)
      return { ...facts, fileId: file.fileId, fileName: file.fileName, bytes: file.bytes.byteLength }
    },
    'comparison.read': (pair) => reader.ask('comparison', pairOf(pair)),
    'comparison.text': ({ leftPath, rightPath, ...pair }) =>
      reader.ask('comparedText', { ...pairOf(pair), leftPath, rightPath }),
    'comparison.json': ({ from, count, ...pair }) => reader.ask('comparedJson', { ...pairOf(pair), from, count }),
    'comparison.export': async (pair) => {
      const [leftTitle, rightTitle] = [await titleOf(pair.left), await titleOf(pair.right)]
      const texts = { language: language(), leftTitle, rightTitle }
      const text = await reader.ask('comparisonReport', { ...pairOf(pair), ...texts })
      const ids = [leftTitle, rightTitle].map(({ conversationId, fileName }) =>
        safeName(conversationId ?? fileName ?? ''),
      )
      const name = [...new Set(ids)].filter((id) => id !== '').join(' ')
      return { fileName: await saveFile(`comparison ${name}`.trim() + '.md', text) }
    },
  }
}

const maxMegabytes = 16
const maxBytes = maxMegabytes * 2 ** 20
const maxFiles = 4

async function bytesOf({ source }: FoundFile): Promise<Uint8Array> {
  const bytes = 'path' in source ? await readFileUpTo(source.path, maxBytes) : source.bytes
  if (bytes === null || bytes.byteLength > maxBytes) throw refusal('json-too-large', String(maxMegabytes))
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength))
  shared.set(bytes)
  return shared
}

/** Files that are compared, in main's memory for this run: the last few, shared with the reader's thread. */
function createComparedFiles(files: Pick<HandedFiles, 'open'>, newId: () => string) {
  const stored = new LRUCache<ComparedFileId, OfFile>({ max: maxFiles })
  return {
    /** Reads a handed-over file. Failures: refused (`not-at-hand`, `file-gone`, `file-unreadable`, `not-a-file`, `file-empty`, `json-too-large`). */
    read: async (handle: FileHandle): Promise<OfFile> => {
      const { files: found } = await files.open(handle)
      const [file] = found
      if (file === undefined || found.length > 1) throw refusal('not-at-hand')
      const bytes = await bytesOf(file)
      if (bytes.byteLength === 0) throw refusal('file-empty')
      return { fileId: comparedFileId.parse(newId()), fileName: file.fileName, bytes }
    },
    /** The oldest is forgotten for the fifth. */
    add: (file: OfFile): void => {
      stored.set(file.fileId, file)
    },
    /** Refuses with `not-at-hand` when it is forgotten. */
    find: (id: ComparedFileId): OfFile => {
      const file = stored.peek(id)
      if (file === undefined) throw refusal('not-at-hand')
      return file
    },
  }
}
