import type { Finding } from '../../schemas/avatar.ts'
import type { Examined, Twin } from './examined.ts'

function told(how: 'same-as' | 'like', twin: Twin): Finding {
  const { name } = twin
  if (twin.kind === 'draft') return { id: how === 'like' ? 'like-draft' : 'same-as-draft', facts: { name } }
  return { id: how === 'like' ? 'like-job' : 'same-as-job', facts: { name, state: twin.state, at: twin.at } }
}

/** Drafts and jobs with the same picture, or else with one that looks like it. */
export function ofTwins({ twins: { same, like } }: Examined): readonly Finding[] {
  return same.length > 0 ? same.map((twin) => told('same-as', twin)) : like.map((twin) => told('like', twin))
}
