interface Transaction {
  done: Promise<void>;
  abort(): void;
}

/**
 * Commits all of a job's writes or none. By default, a transaction commits the writes made before
 * its job failed.
 * @returns the job's value at `complete`, when the writes are as safe as they can be
 */
export async function wholeTransaction<T>(tx: Transaction, job: () => Promise<T>): Promise<T> {
  try {
    const value = await job();
    await tx.done;
    return value;
  } catch (error) {
    try {
      tx.abort();
    } catch {
      // The transaction had already aborted, which is why the job failed.
    }
    // The transaction's own error says more than the job's: a full disk shows only at the commit.
    await tx.done.catch((reason: unknown) => {
      if (reason instanceof DOMException && reason.name !== 'AbortError') throw reason;
    });
    throw error;
  }
}
