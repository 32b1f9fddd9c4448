import type { ImageInspection } from '../../shared/model/image/image-facts.ts'
import { inspectImage } from '../../shared/model/image/inspect-image.ts'
import { stripPlan } from '../../shared/model/image/strip-plan.ts'
import type { StripPlan } from '../../shared/model/image/strip-plan.ts'

/** What the bytes of a file tell, and how the file that is sent can be made of them; no plan for what is no image. */
export interface Examination {
  readonly inspection: ImageInspection
  readonly plan: StripPlan | null
}

/** Examines a whole file at once: a hundred megabytes that mean ill take two seconds. */
export function examineNow(bytes: Uint8Array): Examination {
  const inspection = inspectImage(bytes)
  return { inspection, plan: inspection.kind === 'image' ? stripPlan(bytes, inspection) : null }
}
