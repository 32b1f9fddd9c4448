import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readDrafts, rereadCreator, writeDraft } from '../../../api/creator-cache.ts'
import { read } from '../../../api/queries.ts'
import { profileScope } from '../../../api/shown-profile.ts'
import { analyseImage } from '../../../imaging/image-client.ts'
import { useFailedAnalyses } from '../../../state/image-analysis-store.ts'
import { createImageAnalysis } from './image-analysis.ts'

/** Prepares the drafts of the open profile while mounted: see `preparation.ts`. */
export function useImageAnalysis(): void {
  const client = useQueryClient()
  const { data } = useQuery(read('creator.read', {}))
  const failed = useFailedAnalyses()
  const [preparation] = useState(() => {
    const scope = profileScope()
    return createImageAnalysis({
      scope,
      analyse: analyseImage,
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
