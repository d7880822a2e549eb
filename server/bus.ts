/** Names of things that have changed, as pages are tagged with them. */
export interface Changed {
  readonly tags: readonly string[];
}

/** Tells everyone who keeps something in memory, on every process, what has changed. Publish after the commit. */
export interface Bus {
  publish(changed: Changed): void;
  /** Gives what ends the subscription. */
  subscribe(listener: (changed: Changed) => void): () => void;
}

/** Within one process. */
export function memoryBus(): Bus {
  const listeners = new Set<(changed: Changed) => void>();
  return {
    publish: (changed) => {
      for (const listener of listeners) listener(changed);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
