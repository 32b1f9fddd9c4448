import type { ComparedPair, ComparedSource } from '../../../shared/schemas/conversation.ts'
import type { HandlersOf } from '../../ipc/handlers.ts'
import type { HandedFiles } from '../../files/handed-files.ts'
import { requireOpen } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import { snapshotSummary } from '../conversations.ts'
import { safeName } from '../../files/file-name.ts'
import type { FileLanguage } from '../export/file-texts.ts'
import type { Reader } from '../reader/reader.ts'
import type { OfFile, OfPair, OfSide } from './compared-documents.ts'
import { createComparedFiles } from './compared-files.ts'
import type { SideTitle } from './comparison-report.ts'

export type CompareHandlers = HandlersOf<
  'comparison.addFile' | 'comparison.read' | 'comparison.text' | 'comparison.json' | 'comparison.export'
>

/**
 * Gives the handlers of comparisons; all refuse with `no-profile`. Failures: not-found (`snapshot`), storage, refused for
 * a file (`not-at-hand`, `not-json`, `json-unusable`, `json-too-large`, `not-a-conversation`, `file-…`).
 */
export function createCompareHandlers(
  context: ProfileContext,
  own: {
    readonly reader: Pick<Reader, 'ask'>
    /** Files that the page handed over. */
    readonly files: Pick<HandedFiles, 'open'>
    readonly language: () => FileLanguage
  },
): CompareHandlers {
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
