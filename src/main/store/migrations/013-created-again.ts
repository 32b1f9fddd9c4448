/** What was created in place of a job: paid for a second time perhaps, so it must be known after a restart too. */
export const createdAgain = 'ALTER TABLE jobs ADD COLUMN created_again TEXT;'
