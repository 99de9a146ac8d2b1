interface Transaction {
  done: Promise<void>;
  abort(): void;
}

/**
 * Whole or not at all: left alone, a transaction commits what was written before its job failed.
 * @returns the job's value at `complete`, when the writes are as safe as they will be
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
      // It has aborted by itself, which is what the job failed of.
    }
    // How the transaction ended says more than what the job saw of it: a full disk shows at the commit.
    await tx.done.catch((reason: unknown) => {
      if (reason instanceof DOMException && reason.name !== 'AbortError') throw reason;
    });
    throw error;
  }
}
