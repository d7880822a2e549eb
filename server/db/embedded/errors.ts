/**
 * The embedded database cannot be had. The message is one line for the operator: what is wrong, and what to do.
 * `reason` is for code; nothing reads the wording.
 */
export class EmbeddedDatabaseError extends Error {
  readonly reason:
    | 'in-use'
    | 'still-stopping'
    | 'unsupported'
    | 'damaged'
    | 'other-version'
    | 'disk-full'
    | 'permission'
    | 'failed';

  constructor(reason: EmbeddedDatabaseError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedDatabaseError';
    this.reason = reason;
  }
}
