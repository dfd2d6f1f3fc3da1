import type { PasswordSecretRef } from '../resource/conversion-job.ts';

/** Reads passwords of documents from where a ConversionJob says that they are. */
export interface Passwords {
  /** `problem`: why there is none, as a sentence for the user. */
  read(
    ref: PasswordSecretRef,
    workspace: string,
  ): Promise<{ readonly password: string } | { readonly problem: string }>;
}
