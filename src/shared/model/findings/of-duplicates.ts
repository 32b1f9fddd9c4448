import type { Finding } from '../../schemas/avatar.ts'
import type { Examined, Duplicate } from './examined.ts'

function facts(how: 'same-as' | 'like', duplicate: Duplicate): Finding {
  const { name } = duplicate
  if (duplicate.kind === 'draft') return { id: how === 'like' ? 'like-draft' : 'same-as-draft', facts: { name } }
  return { id: how === 'like' ? 'like-job' : 'same-as-job', facts: { name, state: duplicate.state, at: duplicate.at } }
}

/** Drafts and jobs with the same picture, or else with one that looks like it. */
export function ofDuplicates({ duplicates: { same, like } }: Examined): readonly Finding[] {
  return same.length > 0
    ? same.map((duplicate) => facts('same-as', duplicate))
    : like.map((duplicate) => facts('like', duplicate))
}
