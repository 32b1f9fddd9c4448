import type { Job } from '../schemas/avatar.ts'

/** The name that shows, finds and sorts a job: from the service, the operator or the file; "" without a name. */
export function jobName({ result, fields, fileName }: Pick<Job, 'result' | 'fields' | 'fileName'>): string {
  const names = [result?.name ?? '', fields.name, fileName]
  return names.find((name) => name.trim() !== '') ?? ''
}
