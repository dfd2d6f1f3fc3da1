import { isFailure, passwordNeeded } from '../failure.ts';

/** Excel encrypts with it what is protected, but not from being read (MS-OFFCRYPTO 2.4.2.3). */
const DEFAULT = 'VelvetSweatshop';

/** Opens an encrypted document with its password, or with the default one. Throws `password_protected`. */
export function withPassword<T>(password: string | undefined, open: (password: string) => T): T {
  try {
    return open(password ?? DEFAULT);
  } catch (error) {
    throw password === undefined && isFailure(error) && error.code === 'wrong_password' ? passwordNeeded() : error;
  }
}
