import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readDrafts, rereadCreator, writeDraft } from '../../../api/creator-cache.ts'
import { queries } from '../../../api/queries.ts'
import { profileScope } from '../../../api/shown-profile.ts'
import { lookAtImage } from '../../../imaging/look-at-image.ts'
import { useFailedPreparations } from '../../../state/preparation.ts'
import { createPreparation } from './preparation.ts'

/** Prepares the drafts of the open profile while mounted: see `preparation.ts`. */
export function usePreparation(): void {
  const client = useQueryClient()
  const { data } = useQuery(queries.creator())
  const failed = useFailedPreparations()
  const [preparation] = useState(() => {
    const scope = profileScope()
    return createPreparation({
      scope,
      look: lookAtImage,
      drafts: () => readDrafts(client),
      onDraft: (draft) => {
        if (scope.isShown()) writeDraft(client, draft)
      },
      onSettled: () => void rereadCreator(client),
    })
  })
  useEffect(() => {
    preparation.check()
  }, [preparation, data, failed])
  useEffect(() => preparation.stop, [preparation])
}
