import { useState } from 'react'
import { refusal } from '../../../../shared/failure.ts'
import { cleanName } from '../../../../shared/model/file-names.ts'
import type { DraftId } from '../../../../shared/ids.ts'
import type { OutputOf } from '../../../../shared/contract.ts'
import { call, failureOf, handOver, isProfileMoved } from '../../../api/call.ts'
import { appendDrafts, readDrafts, rereadCreator } from '../../../api/creator-cache.ts'
import { queryClient } from '../../../api/query-client.ts'
import type { ProfileScope } from '../../../api/shown-profile.ts'
import { useProfileTask } from '../../../api/use-command.ts'
import {
  addDroppedFile,
  addInterruptedIntake,
  addRejectedFiles,
  proposeManifests,
} from '../../../state/intake-store.ts'
import type { HandedFile } from '../../../../shared/bridge.ts'
import type { DroppedThings } from '../../../state/intake-store.ts'

export type Intake = ReturnType<typeof useIntake>

const queue = 'draft.add'

/** True while files are being turned into drafts. */
export const isTakingFiles = (): boolean =>
  queryClient.isMutating({ predicate: ({ options }) => options.scope?.id === queue }) > 0

// The first cards appear while the other files are still being copied, and no frame is late because of many new cards.
const filesAtOnce = 4

async function batchesOf({ files, addresses }: DroppedThings, { profileId }: ProfileScope) {
  const handles = files.length === 0 ? [] : await handOver(files)
  const ofFiles = Array.from({ length: Math.ceil(handles.length / filesAtOnce) }, (_, index) => {
    const [from, to] = [index * filesAtOnce, (index + 1) * filesAtOnce]
    const batch = { handles: handles.slice(from, to), remaining: Math.max(0, handles.length - to) }
    return { files: files.slice(from, to), add: () => call('draft.add', batch, profileId) }
  })
  const ofAddresses = addresses.map((address) => ({
    files: [],
    add: () => call('draft.addAddress', { address }, profileId),
  }))
  return [...ofFiles, ...ofAddresses]
}

// The analysis of an image reads the dropped file itself, where exactly one file matches.
function keepFiles(added: OutputOf<'draft.add'>['added'], files: readonly File[]): void {
  for (const { original, fileName } of added) {
    const [file, other] = files.filter(({ name, size }) => cleanName(name) === fileName && size === original?.bytes)
    if (original !== null && file !== undefined && other === undefined) addDroppedFile(original.imageId, file)
  }
}

// `draft.addAddress` accepts no longer addresses; base64 makes four characters of three bytes.
const maxAddressLength = 2 ** 22
const maxMegabytes = '3'

const isShort = (address: string): boolean => address.length <= maxAddressLength

interface IntakeRun {
  readonly scope: ProfileScope
  readonly onDone: (done: number) => void
}

/**
 * Lists the files of a drop that a failure left over: `files` came with or after the failed batch. Main might have added
 * some of these files before it failed; drafts in `knownIds` are not among them.
 */
async function rejectFiles(
  files: readonly Pick<File, 'name' | 'size'>[],
  { error, knownIds, profileId }: { readonly error: unknown; readonly knownIds: ReadonlySet<DraftId> } & ProfileScope,
): Promise<void> {
  await rereadCreator()
  const unexpected = readDrafts().filter(({ id }) => !knownIds.has(id))
  const failure = failureOf(error)
  const rejected = files.filter(({ name, size }) => {
    const at = unexpected.findIndex(
      ({ fileName, original }) => fileName === cleanName(name) && original?.bytes === size,
    )
    if (at >= 0) unexpected.splice(at, 1)
    return at < 0
  })
  addRejectedFiles(
    rejected.map(({ name }) => ({ fileName: cleanName(name), failure })),
    profileId,
  )
}

/**
 * Adds one batch after the other; stops when a different profile is shown. Manifests are proposed at the end, when the
 * images that they name are drafts.
 */
async function addAll({ files, addresses }: DroppedThings, { scope, onDone }: IntakeRun) {
  const drafts: DraftId[] = []
  const manifests: HandedFile[] = []
  const knownIds = new Set(readDrafts().map(({ id }) => id))
  let done = 0
  let hasMoved = false
  const short = addresses.filter(isShort)
  const { failure } = refusal('address-too-long', maxMegabytes)
  addRejectedFiles(
    addresses.filter((address) => !isShort(address)).map(() => ({ fileName: '', failure })),
    scope.profileId,
  )
  try {
    for (const { files: batchFiles, add } of await batchesOf({ files, addresses: short }, scope)) {
      if (!scope.isShown()) break
      const { added, refused, manifests: proposed } = await add()
      manifests.push(...proposed)
      addRejectedFiles(refused, scope.profileId)
      for (const { id } of added) {
        drafts.push(id)
        knownIds.add(id)
      }
      done += Math.max(1, batchFiles.length)
      if (!scope.isShown()) break
      keepFiles(added, batchFiles)
      appendDrafts(added)
      onDone(done)
    }
  } catch (error) {
    // Main's refusal can come before its event that a different profile is shown.
    hasMoved = isProfileMoved(error)
    const remaining = [...files, ...short.map(() => ({ name: '', size: 0 }))].slice(done)
    if (!hasMoved && scope.isShown()) await rejectFiles(remaining, { ...scope, error, knownIds })
    throw error
  } finally {
    proposeManifests(manifests, scope.profileId)
    if (hasMoved || !scope.isShown()) addInterruptedIntake(scope.profileId, files.length + short.length - done)
  }
  return drafts
}

/**
 * Takes dropped, chosen and pasted files; files that main refuses are listed with their reason in
 * `state/intake-store.ts`.
 */
export function useIntake() {
  // The progress of the current files, while their task runs: more files can wait behind them.
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | null>(null)
  const { mutate, data, error } = useProfileTask({
    run: (dropped: DroppedThings, scope) => {
      const total = dropped.files.length + dropped.addresses.length
      setProgress({ done: 0, total })
      return addAll(dropped, { scope, onDone: (done) => setProgress({ done, total }) }).finally(() => setProgress(null))
    },
    // Two drops in a row are taken one after the other, so that cards keep the order of the drops.
    queue,
    // Duplicates are findings of every draft concerned.
    onEnd: rereadCreator,
  })
  return {
    /** Hands files and folders to main, which makes drafts of them, and fetches images by their addresses. */
    add: mutate,
    /** The progress of the current files; null without any. */
    progress,
    /** Drafts made from the last files; null before any files and while files are being added. */
    added: data ?? null,
    /** Why the last files could not be taken at all. */
    error,
  }
}
