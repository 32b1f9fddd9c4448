import type { DraftId } from '../../../../shared/ids.ts'
import { expandedName, withoutExtension } from '../../../../shared/model/creation-template.ts'
import type { Draft } from '../../../../shared/schemas/avatar.ts'

type Titled = Pick<Draft, 'id' | 'fileName' | 'folder' | 'overrides'>

/** Replaces titles that several drafts share, where there is a replacement. */
function distinct(
  drafts: readonly Titled[],
  titles: readonly string[],
  replacement: (draft: Titled) => string,
): readonly string[] {
  const counts = Map.groupBy(titles, (title) => title)
  return drafts.map((draft, index) => {
    const title = titles[index] ?? ''
    return (counts.get(title)?.length ?? 0) > 1 ? replacement(draft) || title : title
  })
}

/**
 * The titles of cards: the avatar's name; the file's name where several drafts share a name; the folder and the file's
 * name where several files share a name. "" for a draft that has neither.
 */
export function draftTitles(drafts: readonly Titled[], sharedName: string): ReadonlyMap<DraftId, string> {
  const fileOf = ({ fileName }: Titled): string => withoutExtension(fileName)
  const names = drafts.map((draft, index) => {
    const { fileName, overrides } = draft
    return expandedName(overrides.name ?? sharedName, { fileName, n: index + 1 }) || fileOf(draft)
  })
  const files = distinct(drafts, names, fileOf)
  const titles = distinct(drafts, files, (draft) =>
    draft.folder === '' || draft.fileName === '' ? '' : `${draft.folder}/${fileOf(draft)}`,
  )
  return new Map(drafts.map(({ id }, index) => [id, titles[index] ?? '']))
}
