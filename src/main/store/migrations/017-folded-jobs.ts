/** Which jobs were created again: lists, counts and batches leave them out, and look them up at each read. */
export const foldedJobs = 'CREATE INDEX jobs_created_again ON jobs (state) WHERE created_again IS NOT NULL;'
