import type { ComparedPair, ComparedSource } from '../../../shared/schemas/conversation.ts'
import type { HandlersUnder } from '../../ipc/handlers.ts'
import { bytesUpTo, fileBehind } from '../../files/handed-files.ts'
import type { HandedFiles } from '../../files/handed-files.ts'
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

const maxMegabytes = 16
const maxFiles = 4

/**
 * All refuse with `no-profile`. Failures: not-found (`snapshot`), storage, refused for a file (`not-at-hand`, `not-json`,
 * `json-unusable`, `json-too-large`, `not-a-conversation`, `file-…`).
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
  // In main's memory for this run, shared with the reader's thread; the oldest is forgotten for the fifth.
  const files = new LRUCache<ComparedFileId, OfFile>({ max: maxFiles })

  const readFile = async (handle: FileHandle): Promise<OfFile> => {
    const { fileName, source } = await fileBehind(own.files, handle)
    const bytes = await bytesUpTo(source, maxMegabytes * 2 ** 20)
    if (bytes === null) throw refusal('json-too-large', String(maxMegabytes))
    if (bytes.byteLength === 0) throw refusal('file-empty')
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength))
    shared.set(bytes)
    return { fileId: comparedFileId.parse(randomId()), fileName, bytes: shared }
  }
  const findFile = (id: ComparedFileId): OfFile => {
    const file = files.peek(id)
    if (file === undefined) throw refusal('not-at-hand')
    return file
  }

  const sideOf = (source: ComparedSource): OfSide => {
    const profileId = requireOpen(current).profile.id
    if (source.kind === 'file') return { kind: 'file', ...findFile(source.fileId) }
    return { kind: 'snapshot', profileId, snapshotId: source.snapshotId }
  }
  const pairOf = ({ left, right }: ComparedPair): OfPair => ({ left: sideOf(left), right: sideOf(right) })

  const titleOf = async (source: ComparedSource): Promise<SideTitle> => {
    if (source.kind === 'snapshot') return { ...snapshotSummary(context, source.snapshotId), fileName: null }
    const file = findFile(source.fileId)
    return { ...(await reader.ask('comparedFile', file)), fetchedAt: null, fileName: file.fileName }
  }

  return {
    'comparison.addFile': async ({ handle }) => {
      requireOpen(current)
      const file = await readFile(handle)
      const facts = await reader.ask('comparedFile', file)
      files.set(file.fileId, file)
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
