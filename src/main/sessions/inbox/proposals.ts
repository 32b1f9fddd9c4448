/** The session ids in what an operator hands over, shown before they are added. */
import { open, stat } from 'node:fs/promises'
import { FailureError, refusal } from '../../../shared/failure.ts'
import type { FileHandle } from '../../../shared/ids.ts'
import type { FoundId } from '../../../shared/model/id-proposals.ts'
import { sessionId } from '../../../shared/schemas/ids.ts'
import type { Profile } from '../../../shared/schemas/profile.ts'
import type { ProposedSession } from '../../../shared/schemas/session.ts'
import type { HandlersOf } from '../../ipc/handlers.ts'
import { fileProblem } from '../../jobs/file-problem.ts'
import type { FoundFile, HandedFiles } from '../../jobs/files.ts'
import { requireOpen } from '../../open-profile.ts'
import type { CurrentProfile } from '../../open-profile.ts'
import type { KnownSessionsRepository } from '../../store/known-sessions-repository.ts'
import { encodingOf, textOf } from './plain-text.ts'

/** Finds the session ids of a text of up to megabytes, on another thread. */
export type FindSessionIds = (text: string) => Promise<readonly FoundId[]>

/** What proposals need. */
export interface ProposalsDeps {
  readonly current: CurrentProfile
  readonly known: Pick<KnownSessionsRepository, 'known'>
  readonly find: FindSessionIds
  readonly files: Pick<HandedFiles, 'open'>
}

const mostMegabytes = 20
const mostFiles = 200
const mostProposals = 10_000

function tooLarge(): FailureError {
  return refusal('text-too-large', String(mostMegabytes))
}

async function onDisk(path: string, most: number): Promise<Uint8Array> {
  try {
    // Looked at before it is opened: opening a named pipe would wait for ever.
    const found = await stat(path)
    if (!found.isFile()) throw refusal('file-unreadable', 'EINVAL')
    if (found.size > most) throw tooLarge()
    const file = await open(path, 'r')
    try {
      return await file.readFile()
    } finally {
      await file.close()
    }
  } catch (error) {
    throw fileProblem(error, path)
  }
}

/** What is read of all handed-over files together. */
function createReadFile() {
  let left = mostMegabytes * 2 ** 20
  return async ({ source }: FoundFile): Promise<string> => {
    const bytes = 'path' in source ? await onDisk(source.path, left) : source.bytes
    left -= bytes.byteLength
    if (left < 0) throw tooLarge()
    const encoding = encodingOf(bytes)
    return encoding === null ? '' : textOf(bytes, encoding)
  }
}

/** An application of the profile is no session, however much its id looks like one. */
export function isApplication({ applications }: Profile, id: string): boolean {
  return applications.some(({ appId }) => appId === id)
}

/** Gives the operations that propose; nothing is kept. */
export function createProposals({
  current,
  known,
  find,
  files,
}: ProposalsDeps): HandlersOf<'inbox.propose' | 'inbox.proposeFiles'> {
  const proposed = (found: readonly FoundId[]): ProposedSession[] => {
    const { profile } = requireOpen(current)
    const among = known.known(
      profile.id,
      found.map(({ id }) => id),
    )
    return found.slice(0, mostProposals).map(({ id, isLikely }) => ({
      sessionId: sessionId.parse(id),
      isLikely: isLikely && !isApplication(profile, id),
      isKnown: among.has(id),
    }))
  }

  const filesOf = async (handles: readonly FileHandle[]): Promise<readonly FoundFile[]> => {
    const all: FoundFile[] = []
    for (const handle of handles) {
      const { files: found, refused } = await files.open(handle)
      const [first] = refused
      if (first !== undefined) throw new FailureError(first.failure)
      all.push(...found)
    }
    if (all.length > mostFiles) throw refusal('too-many-files', String(mostFiles))
    return all
  }

  return {
    'inbox.propose': async ({ text }) => {
      requireOpen(current)
      return proposed(await find(text))
    },
    'inbox.proposeFiles': async ({ handles }) => {
      requireOpen(current)
      const chosen = await filesOf(handles)
      const read = createReadFile()
      const likely = new Map<string, boolean>()
      for (const file of chosen) {
        for (const { id, isLikely } of await find(await read(file))) likely.set(id, isLikely || likely.get(id) === true)
      }
      return {
        fileNames: chosen.map(({ fileName }) => fileName),
        proposals: proposed([...likely].map(([id, isLikely]) => ({ id, isLikely }))),
      }
    },
  }
}
