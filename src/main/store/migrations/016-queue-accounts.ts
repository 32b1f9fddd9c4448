/** Whose balance pays for a profile, and for whom waiting jobs were confirmed while their queue is paused for that. */
export const queueAccounts = `
  ALTER TABLE queues ADD COLUMN payer TEXT;
  ALTER TABLE queues ADD COLUMN confirmed_for TEXT;
`
