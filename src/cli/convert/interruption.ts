import { rm } from 'node:fs/promises';

/** A signal that ends the command, and what is done before it does. */
export interface Interruption {
  isStopping: boolean;
  /** The last sentence. */
  message: () => string;
  /** Closes what is open by now. */
  close: () => Promise<void>;
}

/** The processes end with this one, since their input closes; the folder of temporary files is removed here. */
export function stopOnSignals(folder: string): Interruption {
  const interruption: Interruption = {
    isStopping: false,
    message: () => 'Interrupted.',
    close: () => Promise.resolve(),
  };
  const stop = (signal: 'SIGINT' | 'SIGTERM'): void => {
    const message = interruption.message();
    interruption.isStopping = true;
    void interruption
      .close()
      .then(() => rm(folder, { recursive: true, force: true }))
      .then(() => process.stderr.write(`${message}\n`))
      .finally(() => process.exit(signal === 'SIGINT' ? 130 : 143));
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  return interruption;
}
