/** CSV manifests: read and shown first, added by a second call, which adds exactly what was shown. */
import { basename, dirname } from 'node:path'
import { FailureError, refusal } from '../../shared/failure.ts'
import type { FileHandle, ManifestId, ProfileId } from '../../shared/ids.ts'
import { manifestId } from '../../shared/schemas/ids.ts'
import type { RefusedFile } from '../../shared/schemas/avatar.ts'
import type { AddedManifest, ManifestReading, ManifestRow } from '../../shared/schemas/manifest.ts'
import type { HandlersOf } from '../ipc/handlers.ts'
import { readFileUpTo } from '../files/open-file.ts'
import type { Drafts } from './drafts.ts'
import type { FoundFile, HandedFiles } from '../files/handed-files.ts'
import type { ImageSource } from './image-source.ts'
import type { ImageStore } from './image-store.ts'
import { placeImages } from './manifest-images.ts'
import type { PlacedRow } from './manifest-images.ts'
import { checkRows, readManifestText } from './manifest-text.ts'

interface StoredManifest {
  readonly profileId: ProfileId
  readonly rows: readonly PlacedRow[]
}

const maxBytes = 20 * 2 ** 20
const maxStored = 4
const firstRows = 5
const shownCharacters = 200

// null where it is too large to be read.
async function bytesOf(source: ImageSource): Promise<Uint8Array | null> {
  if ('path' in source) return readFileUpTo(source.path, maxBytes)
  return source.bytes.byteLength > maxBytes ? null : source.bytes
}

function shown({ line, image, overrides }: PlacedRow): ManifestRow {
  const cut = Object.entries(overrides).map(([name, text = '']) => [name, text.slice(0, shownCharacters)] as const)
  return { line, image, overrides: Object.fromEntries(cut) }
}

const isGood = ({ problems }: PlacedRow): boolean => problems.length === 0

/**
 * Readings live in memory: the last four, each until it is added. `open` answers the open profile and refuses
 * (`no-profile`) when there is none.
 */
export function createManifests(
  {
    files,
    images,
    drafts,
  }: {
    readonly files: Pick<HandedFiles, 'open'>
    readonly images: Pick<ImageStore, 'readHeader'>
    readonly drafts: Pick<Drafts, 'add'>
  },
  randomId: () => string,
  open: () => ProfileId,
) {
  const stored = new Map<ManifestId, StoredManifest>()

  const keep = (profileId: ProfileId, rows: readonly PlacedRow[]): ManifestId => {
    const id = manifestId.parse(randomId())
    stored.set(id, { profileId, rows })
    for (const oldest of [...stored.keys()].slice(0, -maxStored)) stored.delete(oldest)
    return id
  }

  const fileBehind = async (handle: FileHandle): Promise<FoundFile> => {
    const [file, ...others] = (await files.open(handle)).files
    if (file === undefined || others.length > 0) throw refusal('not-at-hand')
    return file
  }

  const read = async (profileId: ProfileId, { fileName, source }: FoundFile): Promise<ManifestReading> => {
    const bytes = await bytesOf(source)
    if (bytes === null) return { kind: 'unusable', fileName, reason: 'too-large', line: null, detail: '20' }
    const text = await readManifestText(bytes)
    if ('reason' in text) return { kind: 'unusable', fileName, ...text }
    const folder = 'path' in source ? dirname(source.path) : null
    const rows = await placeImages(checkRows(text), { folder, readHeader: images.readHeader })
    const good = rows.filter(isGood)
    return {
      kind: 'preview',
      manifestId: keep(profileId, good),
      fileName,
      header: [...text.header],
      unknownColumns: text.header.filter((name, place) => name !== '' && text.columns[place] === null),
      goodCount: good.length,
      first: good.slice(0, firstRows).map(shown),
      wrong: rows
        .filter((row) => !isGood(row))
        .map(({ line, cells, problems }) => ({ line, cells: [...cells], problems: [...problems] })),
    }
  }

  const add = async ({ profileId, rows }: StoredManifest): Promise<AddedManifest> => {
    const refused: RefusedFile[] = []
    // One after the other: memory and disk are bounded whatever the number of rows.
    for (const { source, overrides } of rows) {
      const fileName = source === null ? '' : basename(source.path)
      try {
        await drafts.add(profileId, { fileName, source, overrides })
      } catch (error) {
        if (!(error instanceof FailureError)) throw error
        refused.push({ fileName, failure: error.failure })
      }
    }
    return { added: rows.length - refused.length, refused }
  }

  return {
    'manifest.read': async ({ handle }) => read(open(), await fileBehind(handle)),
    'manifest.add': async ({ manifestId: id }) => {
      const manifest = stored.get(id)
      if (manifest?.profileId !== open()) throw refusal('not-at-hand')
      // Taken away first: a second call finds nothing and adds nothing twice.
      stored.delete(id)
      return add(manifest)
    },
  } satisfies HandlersOf<'manifest.read' | 'manifest.add'>
}
