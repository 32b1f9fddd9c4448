import type { Job } from '../schemas/avatar.ts'

/** The name by which a job is shown, found and put in order: the service's, the operator's or the file's; "" when none. */
export function jobName({ result, fields, fileName }: Pick<Job, 'result' | 'fields' | 'fileName'>): string {
  const names = [result?.name ?? '', fields.name, fileName]
  return names.find((name) => name.trim() !== '') ?? ''
}
