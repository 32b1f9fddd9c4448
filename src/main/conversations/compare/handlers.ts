/**
 * For comparing two conversations: reads the files that an operator chose, and writes the report. The page does the
 * comparison on the screen.
 */
import { isUtf8 } from 'node:buffer'
import { LRUCache } from 'lru-cache'
import { changesOf } from '../../../shared/conversation/changes.ts'
import { memberOf, readConversation, textIn } from '../../../shared/conversation/document.ts'
import type { ConversationDocument } from '../../../shared/conversation/document.ts'
import { membersByParent, nameOf } from '../../../shared/conversation/fields.ts'
import { refusal } from '../../../shared/failure.ts'
import type { ComparedFileId } from '../../../shared/ids.ts'
import { readJson } from '../../../shared/model/json.ts'
import type { Language } from '../../../shared/model/language.ts'
import { truncate } from '../../../shared/model/truncate.ts'
import type { ComparedFile, ComparedSource } from '../../../shared/schemas/conversation.ts'
import { comparedFileId } from '../../../shared/schemas/ids.ts'
import { requireOpen } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import { safeName } from '../../files/file-name.ts'
import { bytesUpTo, fileBehind } from '../../files/handed-files.ts'
import type { HandedFiles } from '../../files/handed-files.ts'
import { markedEncoding } from '../../files/plain-text.ts'
import type { HandlersUnder } from '../../ipc/handlers.ts'
import { factsOf, maxNameLength } from '../../service/operations.ts'
import type { Snapshots } from '../snapshots.ts'
import { comparisonReport } from './comparison-report.ts'
import type { SideTitle } from './comparison-report.ts'

const maxMegabytes = 2
const maxFiles = 4

interface OpenedFile {
  readonly facts: ComparedFile
  readonly document: ConversationDocument
}

/** The answer in a file. Bare data is put into an envelope, so that its paths are the paths of an answer. */
function documentIn(bytes: Uint8Array, fileName: string): ConversationDocument {
  const encoding = markedEncoding(bytes)
  // A file in an older code page: its characters would appear as changed.
  if (encoding === 'utf-8' && !isUtf8(bytes)) throw refusal('json-unusable', 'it is not UTF-8')
  const text = new TextDecoder(encoding).decode(bytes)
  const read = readJson(text)
  if (read.kind === 'unusable') throw refusal('json-unusable', read.problem)
  if (read.kind !== 'json') throw refusal('not-json', fileName)
  const wrapped = memberOf(read.value, 'data')
  const data = wrapped === undefined ? read.value : wrapped
  // Any other JSON would appear as a conversation whose fields were all removed.
  const isConversation =
    membersByParent.get('')?.some((member) => memberOf(data, nameOf(member)) !== undefined) === true
  if (!isConversation) throw refusal('not-a-conversation', fileName)
  return readConversation(wrapped === undefined ? `{"data":${text}}` : text)
}

/**
 * Calls that name a snapshot refuse with `no-profile`. Failures: not-found (`snapshot`), storage, refused for a file
 * (`not-at-hand`, `not-json`, `json-unusable`, `json-too-large`, `not-a-conversation`, `file-…`).
 */
export function createCompareHandlers(
  { current, saveFile, randomId }: ProfileContext,
  {
    snapshots,
    files,
    language,
  }: {
    readonly snapshots: Snapshots
    readonly files: Pick<HandedFiles, 'open'>
    readonly language: () => Language
  },
): HandlersUnder<'comparison'> {
  // The files of this run; the fifth file replaces the oldest.
  const opened = new LRUCache<ComparedFileId, OpenedFile>({ max: maxFiles })

  const fileOf = (id: ComparedFileId): OpenedFile => {
    const file = opened.peek(id)
    if (file === undefined) throw refusal('not-at-hand')
    return file
  }
  const documentOf = (source: ComparedSource): ConversationDocument =>
    source.kind === 'file' ? fileOf(source.fileId).document : snapshots.document(source.snapshotId)
  const titleOf = (source: ComparedSource): SideTitle => {
    if (source.kind === 'snapshot') return { ...snapshots.summary(source.snapshotId), fileName: null }
    return { ...fileOf(source.fileId).facts, fetchedAt: null }
  }

  return {
    'comparison.addFile': async ({ handle }) => {
      requireOpen(current)
      const { fileName, source } = await fileBehind(files, handle)
      const bytes = await bytesUpTo(source, maxMegabytes * 2 ** 20)
      if (bytes === null) throw refusal('json-too-large', String(maxMegabytes))
      if (bytes.byteLength === 0) throw refusal('file-empty')
      const document = documentIn(bytes, fileName)
      const id = textIn(document.data, 'id')
      const facts: ComparedFile = {
        fileId: comparedFileId.parse(randomId()),
        fileName,
        name: factsOf(document.data).name,
        conversationId: id === null ? null : truncate(id, maxNameLength),
        bytes: bytes.byteLength,
      }
      opened.set(facts.fileId, { facts, document })
      return facts
    },
    'comparison.readFile': ({ fileId }) => ({ text: fileOf(fileId).document.text }),
    'comparison.export': async ({ left, right }) => {
      const sides = {
        leftTitle: titleOf(left),
        rightTitle: titleOf(right),
        left: documentOf(left),
        right: documentOf(right),
      }
      const text = comparisonReport(changesOf(sides.left, sides.right), sides, language())
      const ids = [sides.leftTitle, sides.rightTitle].map(({ conversationId, fileName }) =>
        safeName(conversationId ?? fileName ?? ''),
      )
      const name = [...new Set(ids)].filter((id) => id !== '').join(' ')
      return { fileName: await saveFile(`comparison ${name}`.trim() + '.md', text) }
    },
  }
}
