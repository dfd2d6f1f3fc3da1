const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  ECONNREFUSED: 'the connection was refused',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'a file is in the place of the folder',
  EFBIG: 'the system allows no file of this size',
  EIO: 'the disk reports an error',
  EISDIR: 'a folder is in the place of the file',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is not a folder',
  ENOTFOUND: 'the host name does not exist',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
};

type SystemError = NodeJS.ErrnoException & { readonly cause?: NodeJS.ErrnoException };

/** The meaning of a system error, for a sentence. */
export function reasonOf(error: unknown): string {
  const { message, syscall, path = '', cause } = error as SystemError;
  const code = systemCodeOf(error);
  // Some file systems of the kernel refuse a folder as missing.
  if (syscall === 'mkdir' && code === 'ENOENT') return `the folder ${path} cannot be created`;
  return (code !== undefined && REASONS[code]) || (cause?.message ?? message).replace(/\.$/, '');
}

/** The machine lacks something that the command needs; its message is a sentence for the user. */
export class MachineFailure extends Error {}

/** Codes that say that the machine failed to write, whatever the path is. */
const DISK_CODES: ReadonlySet<string | undefined> = new Set(['EDQUOT', 'EFBIG', 'EIO', 'ENOSPC']);

/** The reason why a process could not write to its disk, by what it wrote to standard error; undefined for others. */
export function diskFailureIn(stderr: string): string | undefined {
  const code = /\b(E[A-Z]+):/.exec(stderr)?.[1];
  return DISK_CODES.has(code) ? REASONS[code!] : undefined;
}

export const isDiskFailure = (error: unknown): boolean => DISK_CODES.has(systemCodeOf(error));

function systemCodeOf(error: unknown): string | undefined {
  const { code, cause } = error as SystemError;
  return code ?? cause?.code;
}
