/** Whether database, schema, store and document key belong together (REPLICA-1). */
export type Installation = {
  /**
   * Null when they do; otherwise one sentence for whoever runs the product, without a name of theirs. The first process ever to ask marks
   * the store with the id of the database. An answer is remembered for five seconds. Rejects when database or store cannot be asked.
   */
  fault(): Promise<string | null>
}
