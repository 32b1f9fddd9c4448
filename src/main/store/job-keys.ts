/** The texts by which jobs are found and put in order, written beside each row so that a search need not read rows. */
import { jobName } from '../../shared/model/job-name.ts'
import type { Job } from '../../shared/schemas/avatar.ts'

/** Text as it is compared: whatever its case and its width (`Ａ` is `a`), as Chinese input methods mix them. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Everything of a job that a search looks in, folded. */
export function searchedOf({ fields, fileName, taskId, result }: Job): string {
  const { name, voice, conversationId, greeting } = fields
  return fold(
    [result?.name, name, fileName, voice, conversationId, taskId, result?.conversationId, greeting].join('\n'),
  )
}

// So that portrait-2 comes before portrait-10.
const digitsCompared = 12

/** The name by which a job stands in the alphabet, which is the one shown: the service's, the operator's or the file's. */
export function nameKeyOf(job: Pick<Job, 'fields' | 'fileName' | 'result'>): string {
  return fold(jobName(job)).replace(/\d+/g, (digits) => digits.padStart(digitsCompared, '0'))
}
