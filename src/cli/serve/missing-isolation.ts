import { detectIsolation } from '../../runtime/processes/isolation.ts';

/** The parts of isolation that this system does not permit, as sentences that say what follows. */
export async function missingIsolation(platform: NodeJS.Platform = process.platform): Promise<string[]> {
  if (platform !== 'linux')
    return [
      'on this system, converters can use the network, and their memory is not limited. Use Linux or the container image for documents that you do not trust.',
    ];
  const { network, sandbox, parentDeath } = await detectIsolation();
  return [
    ...(network
      ? []
      : [
          'converters can use the network, because this system does not permit network namespaces to users (unshare of util-linux).',
        ]),
    ...(sandbox
      ? []
      : [
          'native code in converters can read the files of this user, because this system does not permit a sandbox (mount and process namespaces).',
        ]),
    ...(parentDeath
      ? []
      : ['converters may outlive the service if it is killed, because setpriv of util-linux is missing.']),
  ];
}
