/** Drops files on a stage, as the preload hands them over. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { AddedDrafts } from '../../../src/main/portraits/intake.ts'
import type { FileHandle } from '../../../src/shared/ids.ts'
import type { Draft } from '../../../src/shared/schemas/avatar.ts'
import { context } from './stage.ts'
import type { AvatarStage } from './stage.ts'

/** Passes files on as the preload would send them. */
export function handOver(stage: AvatarStage, files: unknown): FileHandle[] {
  const taken = stage.jobs.take(files)
  if (!taken.ok) throw new Error(taken.failure.kind)
  return taken.value.map(({ handle }) => handle)
}

/** Handles of files on disk. */
export function drop(stage: AvatarStage, ...paths: readonly string[]): FileHandle[] {
  return handOver(
    stage,
    paths.map((file) => ({ fileName: path.basename(file), path: file, bytes: null })),
  )
}

/** Writes a file that can be dropped, and returns its path. */
export function write(stage: AvatarStage, name: string, bytes: Uint8Array | string): string {
  const file = path.join(stage.folder, 'dropped', name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, bytes)
  return file
}

/** Makes drafts of dropped files; `remaining` files of the drop are still to come. */
export async function add(stage: AvatarStage, handles: FileHandle[], remaining = 0): Promise<AddedDrafts> {
  return stage.jobs.handlers['draft.add']({ handles, remaining }, context)
}

/** Drops one image, which must become a draft. */
export async function draftOf(stage: AvatarStage, name: string, bytes: Uint8Array): Promise<Draft> {
  const { added } = await add(stage, drop(stage, write(stage, name, bytes)))
  const [draft] = added
  if (draft === undefined) throw new Error(`${name} was refused`)
  return draft
}
