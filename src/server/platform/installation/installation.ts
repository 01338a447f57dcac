/** Whether database, schema, store, document key, PUBLIC_URL and signing keys belong together (REPLICA-1, CLUSTER-9, CLUSTER-11). */
export type Installation = {
  /**
   * Null when they do; otherwise one sentence for whoever runs the product, without a name of theirs. The first process ever to ask marks
   * the store with the id of the database, and where no process serves the first to ask gives the database its PUBLIC_URL. An answer is remembered for five seconds. Rejects when database or store cannot be asked.
   */
  findFault(): Promise<string | null>
}
